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
  /// The satellites in the last view, how strong each is on its strongest signal, and how much signals have changed
  /// against the minute before.
  private var satellites: [SatelliteID] = []
  private var strengths: [Float] = []
  private var changes: [Float] = []
  /// The strength of each signal in the last view, and its place in ``usual``.
  private var heard: [(place: Int, strength: Float)] = []
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

  /// Collects the strength of each satellite, on the signal on which it is strongest, and the changes of all signals.
  private mutating func compare(_ view: SatellitesInView) {
    satellites.removeAll(keepingCapacity: true)
    strengths.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    heard.removeAll(keepingCapacity: true)
    if usual.count > Self.most { usual.removeAll(keepingCapacity: true) }
    var seen = SatelliteSet()
    var next = 0
    let elements = view.satellites.span
    for index in elements.indices {
      let element = elements[index]
      guard let strength = element.carrierToNoise, Limits.possible.contains(strength) else {
        continue
      }
      // A satellite is looked for only if it may have been there, on another signal.
      let other =
        seen.contains(element.satellite) ? satellites.firstIndex(of: element.satellite) : nil
      if let other {
        strengths[other] = max(strengths[other], strength)
      } else {
        seen.insert(element.satellite)
        satellites.append(element.satellite)
        strengths.append(strength)
      }
      let place = place(of: SignalName(element), expectedAt: next)
      next = place + 1
      if place == usual.count {
        usual.append(Usual(name: SignalName(element), strength: strength))
      } else if usual[place].learned >= Self.known {
        changes.append(strength - usual[place].strength)
      }
      heard.append((place, strength))
    }
  }

  /// The median change against the minute before; 0 if it is small, or if there are too few to compare.
  private var medianChange: Float {
    let large = changes.count { abs($0) >= Limits.change * 0.7 }
    guard changes.count >= Limits.changedSatellites, 2 * large >= changes.count else { return 0 }
    return changes.sorted()[changes.count / 2]
  }

  private mutating func judge(_ median: Float) {
    let (least, most) = (strengths.min() ?? 0, strengths.max() ?? 0)
    let isEqual =
      strengths.count >= Limits.equalSatellites && most - least <= Limits.equalRange
      && Self.deviation(strengths) < Limits.equalDeviation
    // Four are no stronger in the mean than the strongest of all.
    let best =
      strengths.count < 4 || most <= Limits.strongAfterRise
      ? 0 : strengths.sorted().suffix(4).reduce(0, +) / 4
    let isStrong =
      best > Limits.strongest || median > Limits.change && best > Limits.strongAfterRise
    let isWeak =
      changes.count >= Limits.fallenSatellites && median <= -Limits.change
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
    for (place, strength) in heard {
      var known = usual[place]
      known.learned = min(known.learned + seconds, Self.memory)
      known.strength += (strength - known.strength) * min(seconds / max(known.learned, 1), 1)
      usual[place] = known
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
