// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

@testable import GNSSReceiver
@testable import LocationPage
@testable import LocationService

/// A page without a socket: its receiver, its browsers and its clock are controlled by tests.
struct PageStory {
  private(set) var state: PageState
  private(set) var now: Duration = .seconds(100)
  private(set) var effects = PageState.Effects()
  private var lastSecond: Int64 = 0

  init(continuing record: WatchRecord = WatchRecord()) {
    state = PageState(run: "a1b2", continuing: record, at: Self.moment(at: .seconds(100)))
  }

  static let sky = SatellitesInView(
    [SatelliteInView(SatelliteID(system: .gps, number: 5))], used: SatelliteSet())

  mutating func wait(_ duration: Duration) { now += duration }

  /// The present on both clocks: the machine's own says 2025-06-15 15:06:40 at the start.
  var moment: Moment { Self.moment(at: now) }

  private static func moment(at now: Duration) -> Moment {
    Moment(
      monotonic: now,
      nanosecondsSince1970: 1_750_000_000_000_000_000 + (now - .seconds(100)).nanoseconds)
  }

  mutating func receive(
    _ content: ReceiverEvent.Content, of receiver: String = "/dev/ttyUSB0",
    isOfStandby: Bool = false
  ) {
    var event = ReceiverEvent(content, of: receiver, at: now)
    event.isOfStandby = isOfStandby
    state.received(event, at: moment, into: &effects)
  }

  /// Changes the receiver's state.
  mutating func become(_ receiver: ReceiverState?, model: String? = nil) {
    var status = ReceiverStatus()
    status.current = receiver.map {
      SourceStatus(
        source: Source(
          identity: "usb", kind: SerialSource("/dev/ttyUSB0"), model: model), state: $0)
    }
    receive(.status(status))
  }

  /// Reports a fix a second later, so many meters north of 47° N 9° E, where a degree of latitude is 111,170 m.
  mutating func fix(north: Double, accuracy: Double = 3, warnings: FixWarnings = []) {
    wait(.seconds(1))
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: moment.nanosecondsSince1970),
      latitude: 47 + north / 111_170, longitude: 9)
    (fix.horizontalAccuracy, fix.warnings) = (accuracy, warnings)
    receive(.report(.fix(fix)))
  }

  mutating func elapse(_ duration: Duration) {
    wait(duration)
    state.elapse(to: moment, into: &effects)
  }

  mutating func kept(_ problem: String?) { state.kept(problem, at: moment) }

  mutating func closeReceiver() { state.receiverClosed(at: moment) }

  mutating func order(_ order: WatchOrder) throws(WatchRefusal) {
    try state.perform(order, at: moment, into: &effects)
  }

  mutating func refusal(of order: WatchOrder) -> WatchRefusal? {
    do throws(WatchRefusal) {
      try self.order(order)
      return nil
    } catch {
      return error
    }
  }

  /// What was last kept on the disk.
  var kept: WatchRecord? { effects.record.flatMap { WatchRecord($0) } }

  /// Reports the next fix, a second later and a thousandth of a degree farther north.
  mutating func fix() {
    wait(.seconds(1))
    lastSecond += 1
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: (1_750_000_000 + lastSecond) * 1_000_000_000),
      latitude: 47 + Double(lastSecond) / 1000, longitude: 9)
    fix.horizontalAccuracy = 2.5
    fix.satellitesUsed = 8
    receive(.report(.fix(fix)))
  }

  /// Begins a recording at 50 times its own pace.
  mutating func replay() {
    var status = ReceiverStatus()
    let recording = Source(identity: "recording", kind: RecordedSource())
    status.current = SourceStatus(source: recording, state: .fix)
    receive(.status(status))
  }

  /// Reports the recording's fix of a second, a fiftieth of a second after the one before.
  mutating func replayFix(_ second: Int64) {
    wait(.milliseconds(20))
    receive(
      .report(
        .fix(
          Fix(
            time: FixTime(nanosecondsSince1970: (1_750_000_000 + second) * 1_000_000_000),
            latitude: 47, longitude: 9))))
  }

  /// `/location.json`, parsed.
  var location: JSONValue? { Self.json(state.location(at: now)) }

  /// `/track.json`, parsed.
  var track: JSONValue? { Self.json(state.trackDocument(at: now)) }

  static func json(_ bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes[...])
    return try? reader.value()
  }

  /// The events that repeat what is watched, in their order.
  static let watched = ["anchor", "mob", "alerts", "receivers", "events"]

  /// Returns the names of the events in a stream, in order.
  static func names(_ bytes: [UInt8]?) -> [String] {
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
  }
}

/// A recording that is never opened.
private struct RecordedSource: SourceKind {
  var name: String { "drive.nmea" }
  var traits: SourceTraits { [.ends, .isRecorded] }

  func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    throw .other("it is a recording of a test")
  }
}
