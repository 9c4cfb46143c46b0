// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationAuthorization
package import LocationGeometry
package import TrackStore

/// Selects which of a receiver's fixes are published.
///
/// Nothing is sent from a quiet zone. With reduced accuracy, only a cell of some kilometers is sent every quarter of an
/// hour, because the time at which a region is entered, a fix lost or a course changed would reveal more.
package struct PositionFilter: Sendable {
  package let device: String
  private var rule: SendingRule
  private var regions: [WatchedRegion]
  private let quietZones: [Circle]
  /// Whether fixes with warnings are not sent.
  private let holdsBackWarned: Bool
  private var reducer: ReducedAccuracy?
  /// The newest fix that may be sent; `nil` without a fix, and in a quiet zone.
  private var newest: Fix?
  private var isRegained = false
  /// The last fix that may be sent, current or not; `nil` before the first one, and in a quiet zone.
  private var last: Fix?
  /// What the page has said while there was nothing to send it with: the last of each kind.
  private var waiting: [PositionReport.Occasion] = []

  /// - Parameter isReduced: whether only the approximate place is sent.
  package init(
    device: String, rule: SendingRule = SendingRule(), regions: [WatchedRegion] = [],
    quietZones: [Circle] = [], isReduced: Bool = false, holdsBackWarned: Bool = false
  ) {
    (self.device, self.rule, self.regions, self.quietZones) = (device, rule, regions, quietZones)
    self.holdsBackWarned = holdsBackWarned
    reducer = isReduced ? ReducedAccuracy() : nil
  }

  /// Returns the reports to send for a fix; none for one without a date.
  package mutating func received(_ fix: Fix) -> [PositionReport] {
    guard fix.time?.date != nil else { return [] }
    if holdsBackWarned, !fix.warnings.isEmpty { return [] }
    guard !quietZones.contains(where: { $0.mayContain(fix) }) else {
      (newest, last, isRegained) = (nil, nil, false)
      return []
    }
    if reducer != nil { return reducer?.reduce(fix).map { [report($0, .time)] } ?? [] }
    (newest, last) = (fix, fix)
    let watched = exchange(&waiting, with: []).map { report(fix, $0) }
    let crossings = regions.indices.compactMap { regions[$0].received(fix) }
    if !crossings.isEmpty {
      // A report about a region contains the position, too.
      rule.startAnew(with: fix)
      isRegained = false
      return watched + crossings.map { report(fix, $0) }
    }
    let occasion = rule.decide(fix, isRegained ? .regained : nil)
    if occasion != nil { isRegained = false }
    return watched + (occasion.map { [report(fix, $0)] } ?? [])
  }

  /// Returns the report of what the page watches, with the last position, which may be an old one; it waits for a position while there
  /// is none that may be sent.
  package mutating func watchChanged(_ occasion: PositionReport.Occasion) -> [PositionReport] {
    guard let last else {
      waiting.removeAll { $0.name == occasion.name }
      waiting.append(occasion)
      return []
    }
    return [report(last, occasion)]
  }

  /// Handles the loss of the fix, and returns the last position, unless it was sent already.
  package mutating func fixLost() -> [PositionReport] {
    guard let newest else { return [] }
    (self.newest, isRegained) = (nil, true)
    guard !rule.hasSent(newest) else { return [] }
    return rule.decide(newest, .lost).map { [report(newest, $0)] } ?? []
  }

  private func report(_ fix: Fix, _ occasion: PositionReport.Occasion) -> PositionReport {
    PositionReport(device: device, fix: fix, occasion: occasion)
  }
}
