// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

@testable import GNSSReceiver
@testable import LocationPage

/// A page without a socket: its receiver, its browsers and its clock are controlled by tests.
struct PageStory {
  private(set) var state = PageState(run: "a1b2", at: .seconds(100))
  private(set) var now: Duration = .seconds(100)
  private var lastSecond: Int64 = 0

  static let sky = SatellitesInView(
    [SatelliteInView(SatelliteID(system: .gps, number: 5))], used: SatelliteSet())

  mutating func wait(_ duration: Duration) { now += duration }

  mutating func receive(_ content: ReceiverEvent.Content) {
    state.received(ReceiverEvent(content, of: "/dev/ttyUSB0", at: now), at: now)
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

  /// `/location.json`, parsed.
  var location: JSONValue? { Self.json(state.location(at: now)) }

  /// `/track.json`, parsed.
  var track: JSONValue? { Self.json(state.trackDocument(at: now)) }

  static func json(_ bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes[...])
    return try? reader.value()
  }

  /// Returns the names of the events in a stream, in order.
  static func names(_ bytes: [UInt8]?) -> [String] {
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
  }
}
