// Core Location for Linux. SPDX-License-Identifier: MIT

/// Compares the strengths of the satellites with each other, and with those of the minute before.
struct SignalWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  /// The mean strength of a satellite in the last minute, on one of its signals; those of the lower bands are weaker.
  private struct Usual {
    let name: SignalName
    var strength: Float
    /// For how long it has been learned, seconds, up to a minute.
    var learned: Float = 0
    /// The strength in the last view; nil if it was not in it.
    var heard: Float?

    /// How much the last view differs from the minute before; nil if it was not heard, or is not yet known well enough.
    var change: Float? {
      guard let heard, learned >= SignalWatch.known else { return nil }
      return heard - strength
    }
  }

  /// A satellite and one of its signals in one number, since it is compared for each of them with each view.
  private struct SignalName: Equatable {
    private let bits: UInt32

    init(_ element: SatelliteInView) {
      bits =
        UInt32(element.satellite.number) << 16 | UInt32(element.satellite.system.rawValue) << 8
        | UInt32(element.signal ?? .max)
    }
  }

  private(set) var warnings: FixWarnings = []

  /// In an array, since a sky has few: hashing them would take longer than everything else that becomes of a fix.
  private var usual: [Usual] = []
  private var lastView: Double?
  /// The satellites in the last view, each with its strongest signal.
  private var strongest: [(satellite: SatelliteID, strength: Float)] = []
  /// For how long the strengths have not been what they were.
  private var unusual: Float = 0
  /// How many views in a row were equal, strong or weak.
  private var runs = (equal: 0, strong: 0, weak: 0)

  private static let memory: Float = 60
  /// How long a satellite must have been known before it is compared.
  private static let known: Float = 10
  /// More satellites and signals than a sky has; others come from damaged data.
  private static let most = 512

  /// - Parameter now: seconds, by the clock of the fixes; views of the same second count as one.
  mutating func received(_ view: SatellitesInView, at now: Double) {
    let seconds = Float(lastView.map { now - $0 } ?? 1)
    guard seconds >= 0.8 else { return }
    lastView = now
    compare(view)
    let median = medianChange
    judge(median)
    let isUnusual = abs(median) >= Limits.change * 0.7
    unusual = isUnusual ? unusual + seconds : 0
    // What lasts becomes the usual.
    if !isUnusual || unusual > Self.memory { learn(min(seconds, 10)) }
  }

  /// Notes the strength of each signal, and of each satellite on its strongest.
  private mutating func compare(_ view: SatellitesInView) {
    strongest.removeAll(keepingCapacity: true)
    if usual.count > Self.most { usual.removeAll(keepingCapacity: true) }
    forgetLastView()
    var seen = SatelliteSet()
    var next = 0
    let elements = view.satellites.span
    for index in elements.indices {
      let element = elements[index]
      guard let strength = element.carrierToNoise, Limits.possible.contains(strength) else {
        continue
      }
      // A satellite is looked for only if it may have been there, on another signal.
      if seen.contains(element.satellite),
        let other = strongest.firstIndex(where: { $0.satellite == element.satellite })
      {
        strongest[other].strength = max(strongest[other].strength, strength)
      } else {
        seen.insert(element.satellite)
        strongest.append((element.satellite, strength))
      }
      let name = SignalName(element)
      let place = place(of: name, expectedAt: next)
      next = place + 1
      if place == usual.count { usual.append(Usual(name: name, strength: strength)) }
      usual[place].heard = strength
    }
  }

  private mutating func forgetLastView() {
    var known = usual.mutableSpan
    for place in known.indices { known[place].heard = nil }
  }

  /// The median change against the minute before; 0 if it is small, or if there are too few to compare.
  private var medianChange: Float {
    var (known, large) = (0, 0)
    for case let change? in usual.lazy.map(\.change) {
      known += 1
      if abs(change) >= Limits.change * 0.7 { large += 1 }
    }
    guard known >= Limits.changedSatellites, 2 * large >= known else { return 0 }
    return changes.sorted()[known / 2]
  }

  private var changes: [Float] { usual.compactMap(\.change) }

  private mutating func judge(_ median: Float) {
    var (least, most) = (Float.infinity, -Float.infinity)
    for (_, strength) in strongest {
      least = min(least, strength)
      most = max(most, strength)
    }
    let isEqual =
      strongest.count >= Limits.equalSatellites && most - least <= Limits.equalRange
      && Self.deviation(strongest.map(\.strength)) < Limits.equalDeviation
    // Four are no stronger in the mean than the strongest of all.
    let best =
      strongest.count < 4 || most <= Limits.strongAfterRise
      ? 0 : strongest.map(\.strength).sorted().suffix(4).reduce(0, +) / 4
    let isStrong =
      best > Limits.strongest || median > Limits.change && best > Limits.strongAfterRise
    let isWeak =
      median <= -Limits.change && changes.count >= Limits.fallenSatellites
      && Self.deviation(changes) < Limits.evenFall
    runs.equal = isEqual ? runs.equal + 1 : 0
    runs.strong = isStrong ? runs.strong + 1 : 0
    runs.weak = isWeak ? runs.weak + 1 : 0
    warnings = []
    if runs.equal >= Limits.viewsAlike { warnings.insert(FixWarnings(.signalsTooEqual)) }
    if runs.strong >= Limits.viewsAlike { warnings.insert(FixWarnings(.signalsTooStrong)) }
    if runs.weak >= Limits.viewsWeaker { warnings.insert(FixWarnings(.signalLoss)) }
  }

  private mutating func learn(_ seconds: Float) {
    var known = usual.mutableSpan
    for place in known.indices {
      guard let heard = known[place].heard else { continue }
      let learned = min(known[place].learned + seconds, Self.memory)
      known[place].learned = learned
      known[place].strength += (heard - known[place].strength) * min(seconds / max(learned, 1), 1)
    }
  }

  /// Returns where a signal is in ``usual``; its end if it is new.
  ///
  /// - Parameter next: where it is if the satellites come in the same order as before, as they do nearly always.
  private func place(of name: SignalName, expectedAt next: Int) -> Int {
    if next < usual.count, usual[next].name == name { return next }
    return usual.firstIndex { $0.name == name } ?? usual.count
  }

  private static func deviation(_ values: [Float]) -> Float {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Float(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Float(values.count)).squareRoot()
  }
}
