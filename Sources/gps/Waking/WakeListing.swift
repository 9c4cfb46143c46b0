// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GPSTool
import LinuxSystem
import LocationAuthorization
import LocationGeometry

/// The output of `gps wake list` about an application.
struct WakeListing: Listing {
  let registration: WakeRegistration
  let refusal: WakePermit.Refusal?
  let circles: [WatchedCircle]
  let pending: Int
  let journal: WakeJournal
  /// Whether it has failed five times in the last hour.
  let isFailing: Bool

  /// What makes an application register.
  static let requirement =
    "an application registers when it monitors regions, conditions, significant changes or visits and may always use "
    + "the location (\"gps authorize allow --always APP\")"

  /// Returns what is registered, in the order of the names.
  static func all(_ state: String) -> [WakeListing] {
    WakeFiles.applications(state).compactMap { application in
      let folder = WakeFolder(state: state, application: application)
      guard let registration = try? folder.registration() else { return nil }
      var refusal: WakePermit.Refusal?
      do throws(WakePermit.Refusal) { try WakePermit.check(registration) } catch { refusal = error }
      guard refusal?.isUnknown != true else { return nil }
      let journal = folder.journal()
      return WakeListing(
        registration: registration, refusal: refusal,
        circles: WatchedCircle.all(state, application), pending: folder.events().count,
        journal: journal, isFailing: journal.isFailing(at: nanosecondsSince1970()))
    }
  }

  /// Returns the applications of this user that are started when something happens.
  static func woken() -> Set<ApplicationIdentifier> {
    guard let state = UserDirectories.current.ourState else { return [] }
    return Set(all(state).filter { $0.refusal == nil }.map(\.registration.application))
  }

  private var regions: [String] {
    circles.compactMap { if case .region(let name) = $0.name { name } else { nil } }
  }

  private var conditions: [String] {
    circles.compactMap { if case .condition(_, let name) = $0.name { name } else { nil } }
  }

  static let columns: [TextTable.Column] = [
    .init("APPLICATION", 200), .init("WATCHED", 80), .init("LAST EVENT", 60), .init("STARTED", 20),
    .init("RESULT", 120),
  ]

  var cells: [String] {
    let start = journal.lastStart
    return [
      printable(registration.application.description), printable(watched),
      printable(journal.lastEvent.map(Self.words) ?? ""),
      start.map { Date.ISO8601FormatStyle().format(Self.date($0.time)) } ?? "", printable(result),
    ]
  }

  private var watched: String {
    var parts: [String] = []
    if !regions.isEmpty { parts.append("regions: " + regions.joined(separator: ", ")) }
    if !conditions.isEmpty { parts.append("conditions: " + conditions.joined(separator: ", ")) }
    if registration.significantChanges { parts.append("significant changes") }
    if registration.visits { parts.append("visits") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  private var result: String {
    var parts: [String] = []
    if let refusal { parts.append("not started: \(refusal.reason)") }
    if isFailing { parts.append("failing") }
    if let start = journal.lastStart {
      parts.append(start.outcome.rawValue + (start.detail.map { " (\($0))" } ?? ""))
    }
    return parts.joined(separator: "; ")
  }

  private static func words(_ event: WakeEvent) -> String {
    switch event.kind {
    case .region(let name, let side): side == .inside ? "entered \(name)" : "left \(name)"
    case .condition(_, let name, let side):
      "\(name) \(side == .inside ? "satisfied" : "unsatisfied")"
    case .significantChange: "significant change"
    case .visit(let stay): stay.departure == nil ? "arrival" : "departure"
    }
  }

  private static func date(_ nanoseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(nanoseconds) / 1e9)
  }

  private static func text(_ nanoseconds: Int64) -> String {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date(nanoseconds))
  }

  var members: JSONMembers {
    [
      "application": registration.application.description,
      "executable": registration.executable.path.description, "regions": regions,
      "conditions": conditions, "significantChanges": registration.significantChanges,
      "visits": registration.visits, "refusal": refusal?.reason, "failing": isFailing,
      "waitingEvents": pending, "lastEvent": journal.lastEvent.map(Self.words),
      "lastEventTime": journal.lastEvent.map { Self.text($0.location.time) },
      "lastStart": journal.lastStart.map { Self.text($0.time) },
      "lastResult": journal.lastStart?.outcome.rawValue, "lastDetail": journal.lastStart?.detail,
    ]
  }
}
