// Core Location for Linux. SPDX-License-Identifier: MIT

/// Compares the strengths of the satellites with each other, and with those of the minute before.
struct SignalWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  /// The mean strength of a satellite in the last minute, on one of its signals; those of the lower bands are weaker.
  private struct Usual {
    let satellite: SatelliteID
    let signal: UInt8?
    var strength: Float
    /// For how long it has been learned, seconds, up to a minute.
    var learned: Float = 0

    func isOf(_ element: SatelliteInView) -> Bool {
      satellite == element.satellite && signal == element.signal
    }
  }

  private(set) var warnings: FixWarnings = []

  /// In an array, since a sky has few: hashing them would take longer than everything else that becomes of a fix.
  private var usual: [Usual] = []
  private var lastView: Double?
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
    var strongest: [(satellite: SatelliteID, strength: Float)] = []
    var changes: [Float] = []
    strongest.reserveCapacity(view.satellites.count)
    changes.reserveCapacity(view.satellites.count)
    var next = 0
    for element in view.satellites {
      guard let strength = element.carrierToNoise, Limits.possible.contains(strength) else {
        continue
      }
      if let index = strongest.firstIndex(where: { $0.satellite == element.satellite }) {
        strongest[index].strength = max(strongest[index].strength, strength)
      } else {
        strongest.append((element.satellite, strength))
      }
      if let index = place(of: element, expectedAt: &next), usual[index].learned >= Self.known {
        changes.append(strength - usual[index].strength)
      }
    }
    changes.sort()
    judge(strongest.map(\.strength).sorted(), changes)
    let median = changes.isEmpty ? 0 : changes[changes.count / 2]
    let isUnusual = changes.count >= Limits.changedSatellites && abs(median) >= Limits.change * 0.7
    unusual = isUnusual ? unusual + seconds : 0
    // What lasts becomes the usual.
    if !isUnusual || unusual > Self.memory { learn(view, min(seconds, 10)) }
  }

  /// - Parameters:
  ///   - strengths: that of each satellite, ascending.
  ///   - changes: against the minute before, ascending.
  private mutating func judge(_ strengths: [Float], _ changes: [Float]) {
    let isEqual =
      strengths.count >= Limits.equalSatellites
      && Self.deviation(strengths) < Limits.equalDeviation
      && strengths[strengths.count - 1] - strengths[0] <= Limits.equalRange
    let best = strengths.count < 4 ? 0 : strengths.suffix(4).reduce(0, +) / 4
    let median =
      changes.count < Limits.changedSatellites ? 0 : changes[changes.count / 2]
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

  private mutating func learn(_ view: SatellitesInView, _ seconds: Float) {
    if usual.count > Self.most { usual.removeAll(keepingCapacity: true) }
    var next = 0
    for element in view.satellites {
      guard let strength = element.carrierToNoise, Limits.possible.contains(strength) else {
        continue
      }
      let known = place(of: element, expectedAt: &next)
      let index = known ?? usual.count
      if known == nil {
        usual.append(
          Usual(satellite: element.satellite, signal: element.signal, strength: strength))
      }
      let learned = min(usual[index].learned + seconds, Self.memory)
      usual[index].learned = learned
      usual[index].strength +=
        (strength - usual[index].strength) * min(seconds / max(learned, 1), 1)
    }
  }

  /// Returns where a satellite's signal is in ``usual``; `nil` if it is not.
  ///
  /// - Parameter next: where it is if the satellites come in the same order as before, as they do nearly always.
  private func place(of element: SatelliteInView, expectedAt next: inout Int) -> Int? {
    let isThere = next < usual.count && usual[next].isOf(element)
    guard let index = isThere ? next : usual.firstIndex(where: { $0.isOf(element) }) else {
      return nil
    }
    next = index + 1
    return index
  }

  private static func deviation(_ values: [Float]) -> Float {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Float(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Float(values.count)).squareRoot()
  }
}
