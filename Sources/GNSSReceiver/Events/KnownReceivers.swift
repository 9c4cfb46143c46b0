// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
package import LocationProtocols

/// All receivers that are known, the active one and those that wait, in the order in which they are preferred.
package struct KnownReceivers {
  /// What a receiver has reported last.
  private struct Reported {
    var fix: Fix?
    var arrival: Duration = .zero
    var satellites: SatellitesInView?
  }

  /// Without what they have reported.
  private var entries: [ReceiverSummary] = []
  private var reported: [String: Reported] = [:]
  /// How often another receiver had to take the place of one.
  private var left: [String: Int] = [:]
  /// The receiver that had to be replaced first, until it serves again.
  private var replaced: String?
  /// The receiver that the user has named first, while it has no fix and another one is active, and since when.
  private var missed: (name: String, since: Duration)?
  /// What the location service says of its receivers, and when that came; `nil` if it says nothing.
  private var relayed: (summaries: [ReceiverSummary], arrival: Duration)?

  /// How long the receiver that the user has named first may take to start, while another one serves already.
  private static let start: Duration = .seconds(5)
  /// The most receivers of which reports are kept: names may be as many as devices come and go.
  private static let most = 64

  package init() {}

  package mutating func received(_ event: ReceiverEvent) {
    switch event.content {
    case .status(let status):
      entries = Self.entries(of: status)
      miss(Self.missed(in: status), at: event.arrival)
      for source in status.sources where source.state.isGone {
        reported[source.source.name]?.satellites = nil
      }
      if case .relayed? = status.current?.state { break }
      relayed = nil
    case .receivers(let summaries): relayed = (summaries, event.arrival)
    // A service that says how its receivers are doing has counted it.
    case .notice(.replaced(let name, _, _)) where relayed == nil:
      if left.count < Self.most { left[name, default: 0] += 1 }
      replaced = replaced ?? name
    case .report(let report): received(report, of: event)
    case .lastFix, .timeWithoutFix, .notice, .bytes: break
    }
  }

  private mutating func received(_ report: ReceiverReport, of event: ReceiverEvent) {
    guard let name = event.receiver, reported[name] != nil || reported.count < Self.most else {
      return
    }
    switch report {
    case .fix(let fix):
      reported[name, default: Reported()].fix = fix
      reported[name]?.arrival = event.arrival
      if event.isOfStandby { return }
      if name == replaced { replaced = nil }
      if let missed, event.arrival >= missed.since + Self.start {
        replaced = replaced ?? missed.name
      }
    case .fixLost: reported[name]?.fix = nil
    case .satellites(let satellites):
      reported[name, default: Reported()].satellites = satellites
    default: break
    }
  }

  /// Returns the receiver that the user has named first, if another one is active because it has no fix.
  private static func missed(in status: ReceiverStatus) -> String? {
    guard let current = status.current,
      let first = status.sources.min(by: { $0.source.preference < $1.source.preference }),
      first.source.preference < current.source.preference
    else { return nil }
    switch first.state {
    case .fix, .standby: return nil
    default: return first.source.name
    }
  }

  private mutating func miss(_ name: String?, at now: Duration) {
    if name != missed?.name { missed = name.map { ($0, now) } }
  }

  /// Forgets what receivers have reported: this user may not know where they are.
  package mutating func forgetPlaces() { (reported, relayed) = ([:], nil) }

  private static func entries(of status: ReceiverStatus) -> [ReceiverSummary] {
    guard let current = status.current else { return [] }
    let standbys = Set(status.standbys.map(\.source.identity))
    var known = status.sources.filter {
      $0.source.identity == current.source.identity || standbys.contains($0.source.identity)
        || $0.source.likelihood >= .likely
    }
    if known.isEmpty { known = [current] }
    known.sort { $0.source.rank < $1.source.rank }
    let entries = known.map { one in
      let report = StateReport(one)
      let isActive = one.source.identity == current.source.identity
      var entry = ReceiverSummary(
        device: report.device ?? one.source.name, model: report.model ?? one.source.model,
        role: isActive ? .active : standbys.contains(one.source.identity) ? .standby : .unused,
        state: report.state)
      if one.isTrouble { entry.explanation = report.explanation }
      return entry
    }
    // A service that says no more names those of its receivers that wait.
    return entries
      + status.report.standbys.filter { other in !entries.contains { $0.device == other.device } }
      .map { ReceiverSummary(device: $0.device, role: .standby, state: $0.state) }
  }

  /// The preferred receiver that has been left, and the one that serves in its place; `nil` if the preferred one serves.
  package var replacement: (name: String, by: String)? {
    if let left = relayed?.summaries.first(where: { $0.replacement != nil }) {
      return (left.device, left.replacement ?? "")
    }
    guard let replaced, let active, active.device != replaced else { return nil }
    return (replaced, active.device)
  }

  private var active: ReceiverSummary? { entries.first { $0.role == .active } }

  /// Returns how each of them is doing.
  package func summaries(at now: Duration) -> [ReceiverSummary] {
    if let relayed {
      return relayed.summaries.map { summary in
        var summary = summary
        summary.age = summary.age.map { $0 + max(0, (now - relayed.arrival) / .seconds(1)) }
        return summary
      }
    }
    let fixOfActive = active.flatMap { reported[$0.device]?.fix }
    return entries.map { entry in
      var summary = entry
      let known = reported[entry.device]
      summary.used = known?.fix?.satellitesUsed
      summary.heard = known?.satellites?.count ?? known?.fix?.satellitesInView
      summary.timesLeft = left[entry.device] ?? 0
      if entry.device == replacement?.name { summary.replacement = replacement?.by }
      guard let known, let fix = known.fix else { return summary }
      summary.accuracy = fix.horizontalAccuracy
      summary.age = max(0, (now - known.arrival) / .seconds(1))
      summary.warnings = fix.warnings
      if entry.role != .active { summary.distance = fixOfActive?.distance(to: fix) }
      return summary
    }
  }
}

extension ReceiverState {
  /// Whether nothing is received any more, so that nothing that was heard is present.
  fileprivate var isGone: Bool {
    switch self {
    case .silent, .unplugged, .failed: true
    default: false
    }
  }
}
