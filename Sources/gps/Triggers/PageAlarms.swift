// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationJSON

/// What `gps on anchor` and `gps on mob` wait for: alarms of a page, which is also an alarm if nothing is heard of it.
///
/// An alarm that somebody has acknowledged already is none, and each happens once, however often the page is connected to.
struct PageAlarms {
  enum Subject: String {
    case anchor
    /// A person overboard.
    case mob
  }

  private let subject: Subject
  /// When the last byte came, or the wait began, on the monotonic clock.
  private var heard: Duration
  private var isSilent = false
  /// The last alarms that have happened: when each began, as the page says.
  private var known: [String: String] = [:]
  private var fix: Fix?
  private var device: String?
  private var anchor: JSONValue?
  private var mark: JSONValue?

  /// How long nothing may be heard.
  static let patience: Duration = .seconds(60)

  init(_ subject: Subject, at now: Duration) { (self.subject, heard) = (subject, now) }

  /// When ``elapse(to:into:)`` has something to do; `nil` for never.
  var deadline: Duration? { isSilent ? nil : heard + Self.patience }

  /// Records that bytes have come, events or not.
  mutating func hear(at now: Duration) {
    (heard, isSilent) = (now, false)
  }

  mutating func elapse(to now: Duration, into effects: inout [TriggerEvent]) {
    guard let deadline, now >= deadline else { return }
    isSilent = true
    effects.append(event(alarm: "blind"))
  }

  mutating func received(_ event: EventStream.Event, into effects: inout [TriggerEvent]) {
    var reader = JSONReader((event.data + [0x0A])[...])
    guard let value = try? reader.value() else { return }
    switch event.name {
    case "fix", "lastFix":
      fix = Fix(json: value)
      device = value["device"]?.string ?? device
    case "anchor": anchor = value
    case "mob": mark = value
    case "alerts":
      for alert in value.array ?? [] { judge(alert, into: &effects) }
    default: break
    }
  }

  private mutating func judge(_ alert: JSONValue, into effects: inout [TriggerEvent]) {
    guard let name = alert["name"]?.string, let since = alert["since"]?.string,
      alert["acknowledged"]?.bool == false, known[name] != since
    else { return }
    switch (subject, name) {
    case (.anchor, "anchor"): effects.append(event(alarm: "dragging"))
    case (.anchor, "anchorBlind"): effects.append(event(alarm: "blind"))
    case (.mob, "mob"): effects.append(event(alarm: "mob"))
    default: return
    }
    known[name] = since
  }

  private func event(alarm: String) -> TriggerEvent {
    var event = TriggerEvent(name: subject.rawValue, fix: fix, device: device)
    event.alarm = alarm
    switch subject {
    case .anchor:
      event.distance = anchor?.quantity("distance")
      event.radius = anchor?.quantity("radius")
    case .mob:
      // The place to return to, not that of the boat.
      event.fix = mark.flatMap(Self.place)
      event.distance = mark?.quantity("distance")
    }
    return event
  }

  private static func place(_ mark: JSONValue) -> Fix? {
    guard let latitude = mark.number("latitude", in: -90...90),
      let longitude = mark.number("longitude", in: -180...180)
    else { return nil }
    let time = (mark["positionTime"] ?? mark["time"])?.string.flatMap { FixTime(text: $0) }
    return Fix(time: time, latitude: latitude, longitude: longitude)
  }
}
