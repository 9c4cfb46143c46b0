// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import Testing

@testable import gps

@Suite struct PhotoTimeTests {
  private func read(_ tags: [String: String]) -> PhotoTime? {
    PhotoTime(.object(tags.mapValues { .string($0) }))
  }

  @Test(
    arguments: [
      ("whole seconds", "2025:06:15 08:00:00", 0, nil),
      ("a fraction", "2025:06:15 08:00:00.25", 250_000_000, nil),
      ("an offset", "2025:06:15 08:00:00+02:00", 0, 7200),
      ("an offset to the west", "2025:06:15 08:00:00.5-03:30", 500_000_000, -12_600),
      ("UTC", "2025:06:15 08:00:00Z", 0, 0),
    ] as [(String, String, Int64, Int?)])
  func readsTheClockAndItsOffset(
    name: String, text: String, nanoseconds: Int64, offset: Int?
  ) throws {
    let time = try #require(read(["SubSecDateTimeOriginal": text]))
    #expect(time.clock == 1_749_974_400_000_000_000 + nanoseconds)
    #expect(time.offset == offset)
  }

  @Test(arguments: [
    "", "0000:00:00 00:00:00", "    :  :     :  :  ", "2025:13:01 00:00:00", "2025:06:15",
    "1960:01:01 00:00:00", "2025:06:15 25:00:00", "2025:06:15 08:00:00+2",
    String(repeating: "2", count: 100_000),
  ])
  func knowsNoOtherTimes(text: String) {
    // An offset that cannot be read is none.
    #expect((read(["DateTimeOriginal": text]) == nil) == !text.hasSuffix("+2"))
  }

  @Test func takesTheOffsetOfAnotherTag() {
    let tags = ["DateTimeOriginal": "2025:06:15 08:00:00", "OffsetTimeOriginal": "+02:00"]
    #expect(read(tags)?.moment(ahead: nil).time == 1_749_967_200_000_000_000)
    // A clock that is known to be wrong is set right, whatever it says.
    #expect(read(tags)?.moment(ahead: 37.5).time == 1_749_974_362_500_000_000)
    #expect(read(tags)?.moment(ahead: -37).reason == "the camera 37 s behind UTC")
  }
}
