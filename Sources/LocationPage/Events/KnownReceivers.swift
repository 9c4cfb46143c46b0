// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationGeometry
import LocationJSON
import LocationProtocols

/// All receivers that are known, the active one and those that wait, in the order in which they are preferred.
struct KnownReceivers {
  enum Role: String {
    case active
    case standby
    case unused
  }

  private struct Entry {
    var device: String
    var model: String?
    var role: Role
    var state: String
  }

  /// What a receiver has reported last.
  private struct Reported {
    var fix: Fix?
    var arrival: Duration = .zero
    var satellites: SatellitesInView?
  }

  private var entries: [Entry] = []
  private var reported: [String: Reported] = [:]
  /// How often another receiver had to take the place of one.
  private var left: [String: Int] = [:]

  /// The most receivers of which reports are kept: names may be as many as devices come and go.
  private static let most = 64

  mutating func received(_ event: ReceiverEvent) {
    switch event.content {
    case .status(let status): entries = Self.entries(of: status)
    case .notice(.replaced(let name, _, _)):
      if left.count < Self.most { left[name, default: 0] += 1 }
    case .report(let report):
      guard let name = event.receiver, reported[name] != nil || reported.count < Self.most else {
        return
      }
      switch report {
      case .fix(let fix):
        reported[name, default: Reported()].fix = fix
        reported[name]?.arrival = event.arrival
      case .fixLost: reported[name]?.fix = nil
      case .satellites(let satellites):
        reported[name, default: Reported()].satellites = satellites
      default: break
      }
    case .lastFix, .timeWithoutFix, .notice, .bytes: break
    }
  }

  /// Forgets what receivers have reported: this user may not know where they are.
  mutating func forgetPlaces() { reported = [:] }

  private static func entries(of status: ReceiverStatus) -> [Entry] {
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
      return Entry(
        device: report.device ?? one.source.name, model: report.model ?? one.source.model,
        role: isActive ? .active : standbys.contains(one.source.identity) ? .standby : .unused,
        state: report.state)
    }
    // A service names those of its receivers that wait.
    return entries
      + status.report.standbys.filter { other in !entries.contains { $0.device == other.device } }
      .map { Entry(device: $0.device, model: nil, role: .standby, state: $0.state) }
  }

  func document(at now: Duration) -> [UInt8] {
    let active = entries.first { $0.role == .active }.flatMap { reported[$0.device]?.fix }
    var bytes = Array("[".utf8)
    for (index, entry) in entries.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(object: { set(entry, in: &$0, from: active, at: now) })
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  private func set(
    _ entry: Entry, in object: inout JSONObject, from active: Fix?, at now: Duration
  ) {
    object.set("device", entry.device)
    object.set("name", entry.model ?? entry.device)
    object.set("model", entry.model)
    object.set("role", entry.role.rawValue)
    object.set("state", entry.state)
    let known = reported[entry.device]
    object.set("used", known?.fix?.satellitesUsed)
    object.set("heard", known?.satellites?.count ?? known?.fix?.satellitesInView)
    if let known, let fix = known.fix {
      object.set("accuracy", fix.horizontalAccuracy, decimals: 1)
      object.set("age", max(0, (now - known.arrival) / .seconds(1)), decimals: 1)
      if entry.role != .active, let active {
        object.set("distance", active.distance(to: fix), decimals: 1)
      }
    }
    let warnings = known?.fix?.warnings.list.map { "\"\($0.name)\"" } ?? []
    object.set("warnings", json: Array("[\(warnings.joined(separator: ","))]".utf8))
    object.set("left", left[entry.device] ?? 0)
  }
}
