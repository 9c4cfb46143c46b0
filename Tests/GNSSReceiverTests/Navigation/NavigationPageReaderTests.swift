// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import NMEA0183
import NavigationAuthentication
import Testing
import UBX

struct NavigationPageReaderTests {
  private static let sfrbx: [UInt8] =
    [2, 14, 1, 0, 8, 3, 2, 0] + Array(repeating: 0, count: 32)

  /// 9 March 2026, 15:01:27 UTC, is second 140,505 of the week 2409 of GPS, which is 1385 of Galileo.
  private static let epochs: [(String, FrameKind, [UInt8])] = [
    (
      "NAV-PVT", NAVPVT.kind,
      [0xA8, 0xEF, 0x5F, 0x08, 0xEA, 0x07, 3, 9, 15, 1, 27, 7] + Array(repeating: 0, count: 80)
    ),
    (
      "NAV-TIMEGPS", NAVTIMEGPS.kind,
      [0xA8, 0xEF, 0x5F, 0x08, 0, 0, 0, 0, 0x69, 0x09, 18, 7, 0, 0, 0, 0]
    ),
  ]

  @Test(arguments: epochs.indices)
  func datesPagesByFrames(_ index: Int) throws {
    let (_, kind, payload) = Self.epochs[index]
    var reader = NavigationPageReader()
    #expect(reader.received(kind, payload.span.bytes).isEmpty)
    #expect(reader.time == GalileoTime(week: 1385, timeOfWeek: 140_505))
    #expect(reader.received(RXMSFRBX.kind, Self.sfrbx.span.bytes).isEmpty)
    let page = try #require(reader.finish().first)
    #expect(page.satellite == 14 && page.start == GalileoTime(week: 1385, timeOfWeek: 140_503))
  }

  @Test func datesPagesBySentences() throws {
    var reader = NavigationPageReader()
    var messages = MessageReader()
    let body = "GPRMC,150127.00,A,4330.0,N,00130.0,E,0.0,,090326,,,A"
    let sum = body.utf8.reduce(0, ^)
    let line = Array("$\(body)*\((sum < 16 ? "0" : "") + String(sum, radix: 16))\r\n".utf8)
    messages.read(line.span.bytes) { _ = reader.received($0) }
    #expect(reader.time == GalileoTime(week: 1385, timeOfWeek: 140_505))
  }

  /// A receiver that has just been switched on counts from a time of its own.
  @Test func believesNoTimeThatItsReceiverDoesNot() {
    var reader = NavigationPageReader()
    for (_, kind, payload) in Self.epochs {
      var payload = payload
      payload[11] = 0
      #expect(reader.received(kind, payload.span.bytes).isEmpty)
    }
    #expect(reader.time == nil)
    #expect(reader.received(RXMSFRBX.kind, Self.sfrbx.span.bytes).map(\.start) == [nil])
  }
}
