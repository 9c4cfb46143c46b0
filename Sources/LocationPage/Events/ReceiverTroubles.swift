// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationJSON
import LocationProtocols
import LocationService

/// What is wrong with the receiver: cautions, which last as long as their causes, and what has happened.
struct ReceiverTroubles {
  /// Of the cautions, the present ones, with the time at which they began.
  private var since: [PageAlert.Name: Int64] = [:]
  private var texts: [PageAlert.Name: String] = [:]
  private var warnings = WarningChanges()
  /// The preferred receiver that has been left.
  private var preferred: String?
  /// Whether there was a fix before the present event.
  private var hadFix = false

  /// The present cautions, the most severe first.
  var alerts: [PageAlert] {
    [PageAlert.Name.warning, .lost, .standby].compactMap { name in
      guard let since = since[name], let text = texts[name] else { return nil }
      return PageAlert(name: name, level: .caution, since: since, text: text)
    }
  }

  /// Processes an event, after the view; returns what has happened, for people.
  ///
  /// - Parameter replacement: the preferred receiver that has been left, and the one that serves in its place.
  mutating func received(
    _ event: ReceiverEvent, _ view: ReceiverView, _ replacement: (name: String, by: String)?,
    at now: Moment
  ) -> [String] {
    var occurrences: [String] = []
    if case .notice(let notice) = event.content {
      occurrences.append(Self.sentence(notice.description))
    }
    judge(replacement, at: now)
    judgeLoss(view, at: now, into: &occurrences)
    if let fix = event.fix { judge(fix, at: now, into: &occurrences) }
    return occurrences
  }

  private mutating func judge(_ replacement: (name: String, by: String)?, at now: Moment) {
    guard replacement?.name != preferred else { return }
    if let replacement {
      set(
        .standby, "\(replacement.name) has no position; \(replacement.by) is used in its place",
        at: now)
    } else {
      clear(.standby)
    }
    preferred = replacement?.name
  }

  private mutating func judge(_ fix: Fix, at now: Moment, into occurrences: inout [String]) {
    guard let change = warnings.received(fix.warnings) else { return }
    for warning in change.began.list { occurrences.append("Warning: \(warning.meaning)") }
    if fix.warnings.isEmpty {
      clear(.warning)
      occurrences.append("No warning any more")
    } else {
      set(.warning, "Do not trust this position: \(fix.warnings.meanings)", at: now)
    }
  }

  private mutating func judgeLoss(
    _ view: ReceiverView, at now: Moment, into occurrences: inout [String]
  ) {
    let hasFix = view.position != nil
    defer { hadFix = hasFix }
    let isOver = hasFix || [.ended, .denied].contains(view.report.code)
    if hasFix, !hadFix {
      occurrences.append(since[.lost] == nil ? "Fix" : "Fix again")
    } else if !hasFix, hadFix {
      _ = warnings.received([])
      clear(.warning)
      occurrences.append(isOver ? "No position any more" : Self.loss(view))
    }
    if isOver {
      clear(.lost)
    } else if hadFix || since[.lost] != nil {
      set(.lost, Self.loss(view), at: now)
    }
  }

  private static func loss(_ view: ReceiverView) -> String {
    switch view.report.state {
    case "silent": "Receiver silent"
    case "unplugged": "Receiver unplugged"
    default: "Fix lost"
    }
  }

  private mutating func set(_ name: PageAlert.Name, _ text: String, at now: Moment) {
    since[name] = since[name] ?? now.nanosecondsSince1970
    texts[name] = text
  }

  private mutating func clear(_ name: PageAlert.Name) { since[name] = nil }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

/// What has happened, for people: the last of it.
struct Occurrences {
  private var last: [(time: Int64, text: String)] = []
  /// As JSON.
  private(set) var document = Array("[]".utf8)

  static let most = 50

  /// - Parameter time: nanoseconds since 1970.
  mutating func append(_ text: String, at time: Int64) {
    if last.count >= Self.most { last.removeFirst() }
    last.append((time, text.shortened(toBytes: 300)))
    document = []
    document.append(array: last) { one, object in
      object.set("time", isoTime: one.time)
      object.set("text", one.text)
    }
  }
}
