// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GPSTool
@testable import gps

/// What `gps on anchor` and `gps on mob` hear of a page.
@Suite struct PageAlarmTests {
  private static let dragging =
    #"[{"name":"anchor","level":"alarm","acknowledged":false,"since":"2026-11-28T03:12:00.000Z","text":"…"}]"#
  private static let acknowledged = dragging.replacing("false", with: "true")

  private func event(_ name: String, _ data: String) -> EventStream.Event {
    EventStream.Event(name: name, data: Array(data.utf8))
  }

  private func alarms(
    of subject: PageAlarms.Subject = .anchor, _ events: [(String, String)]
  ) -> [TriggerEvent] {
    var alarms = PageAlarms(subject, at: .zero)
    var effects: [TriggerEvent] = []
    for (name, data) in events { alarms.received(event(name, data), into: &effects) }
    return effects
  }

  @Test func aDraggingBoatRunsTheCommandOnceWithHowFarItIs() throws {
    let happened = alarms([
      ("fix", #"{"latitude":47.5,"longitude":9.5,"device":"/dev/ttyUSB0"}"#),
      (
        "anchor",
        #"{"latitude":47.5,"longitude":9.5,"radius":40,"distance":57.2,"state":"dragging"}"#
      ),
      ("alerts", Self.dragging), ("alerts", Self.dragging), ("alerts", "[]"),
      ("alerts", Self.dragging),
    ])
    let variables = try #require(happened.first?.variables)
    #expect(happened.count == 1)
    #expect(variables["GPS_EVENT"] == "anchor" && variables["GPS_ALARM"] == "dragging")
    #expect(variables["GPS_DISTANCE"] == "57.2" && variables["GPS_RADIUS"] == "40")
    #expect(
      variables["GPS_DEVICE"] == "/dev/ttyUSB0" && variables["GPS_REGION"] == .some(String?.none))
    #expect(variables["GPS_LATITUDE"] == "47.5")
  }

  @Test func aNewAlarmIsAnotherOneAndAnAcknowledgedOneIsNone() {
    let later = Self.dragging.replacing("03:12", with: "04:30")
    #expect(
      alarms([("alerts", Self.dragging), ("alerts", Self.acknowledged), ("alerts", later)]).count
        == 2)
    #expect(alarms([("alerts", Self.acknowledged)]).isEmpty)
  }

  @Test func eachCommandHearsItsOwnAlarms() {
    let mob = Self.dragging.replacing("\"anchor\"", with: "\"mob\"")
    let blind = Self.dragging.replacing("\"anchor\"", with: "\"anchorBlind\"")
    #expect(alarms([("alerts", mob)]).isEmpty)
    #expect(alarms([("alerts", blind)]).map(\.alarm) == ["blind"])
    #expect(alarms(of: .mob, [("alerts", Self.dragging), ("alerts", blind)]).isEmpty)
    let happened = alarms(
      of: .mob,
      [
        ("fix", #"{"latitude":1,"longitude":2}"#),
        (
          "mob",
          #"{"latitude":47.5,"longitude":9.5,"time":"2026-11-28T03:12:00.000Z","distance":120.5}"#
        ),
        ("alerts", mob),
      ])
    #expect(happened.map(\.name) == ["mob"] && happened.map(\.alarm) == ["mob"])
    // The place to return to, not that of the boat.
    #expect(happened.first?.variables["GPS_LATITUDE"] == "47.5")
    #expect(happened.first?.variables["GPS_TIME"] == "2026-11-28T03:12:00.000Z")
    #expect(happened.first?.variables["GPS_DISTANCE"] == "120.5")
  }

  @Test func aMinuteOfSilenceIsAnAlarmOnceUntilThePageIsHeardAgain() {
    var alarms = PageAlarms(.anchor, at: .seconds(10))
    var effects: [TriggerEvent] = []
    #expect(alarms.deadline == .seconds(70))
    alarms.elapse(to: .seconds(69), into: &effects)
    #expect(effects.isEmpty)
    alarms.elapse(to: .seconds(70), into: &effects)
    alarms.elapse(to: .seconds(200), into: &effects)
    #expect(effects.map(\.alarm) == ["blind"] && alarms.deadline == nil)
    alarms.hear(at: .seconds(300))
    #expect(alarms.deadline == .seconds(360))
  }

  @Test func whatIsNoJSONIsNoAlarm() {
    #expect(alarms([("alerts", "[{"), ("alerts", "null"), ("anchor", "\u{0}")]).isEmpty)
  }
}

@Suite struct EventStreamTests {
  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func chunk(_ text: String) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }

  @Test(arguments: [1, 2, 7, 1000])
  func readsEventsHoweverTheyArrive(_ size: Int) throws {
    let text =
      Self.head + chunk("retry: 1000\n\n: still here\n\nid: a-1\nevent: anchor\nda")
      + chunk("ta: null\n\nid: a-2\nevent: alerts\ndata: []\n\n")
    var stream = EventStream()
    var events: [EventStream.Event] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      events += try stream.received(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(events.map(\.name) == ["anchor", "alerts"])
    #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["null", "[]"])
    #expect(stream.isStream && stream.ended() == nil)
  }

  @Test func aRefusalSaysWhy() throws {
    var stream = EventStream()
    _ = try stream.received(
      Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nask them\n".utf8)[...])
    #expect(!stream.isStream && stream.ended() == .refused(403, "ask them"))
  }

  @Test(
    arguments: [
      ("another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
      ("another kind of page", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"),
      ("a size that is none", head + "zz\r\n"),
      ("a size without bounds", head + "ffffffffffff\r\n"),
      ("a negative size", head + "-1\r\n"),
      ("a head without an end", String(repeating: "a", count: 1_100_000)),
      (
        "an event without an end",
        head
          + String(
            repeating: "80000\r\n" + String(repeating: "a", count: 0x80000) + "\r\n", count: 3)
      ),
    ])
  func whatIsNoPageIsRefused(name: String, text: String) {
    var stream = EventStream()
    #expect(throws: EventStream.Problem.malformed, "\(name)") {
      _ = try stream.received(Array(text.utf8)[...])
    }
  }
}
