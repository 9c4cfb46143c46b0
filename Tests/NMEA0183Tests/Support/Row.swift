// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// A sentence and what it must be read as.
struct Row<Content: Sendable>: Sendable, CustomTestStringConvertible {
  /// Why the row exists.
  let name: String
  /// What stands between `$` and `*`.
  let body: String
  let expected: Content
  /// Fields that hold something which cannot be read.
  let unreadable: Int

  var testDescription: String { name }

  init(
    _ name: String, _ body: String, _ blank: Content, unreadable: Int = 0,
    _ fill: (inout Content) -> Void = { _ in }
  ) {
    self.name = name
    self.body = body
    self.unreadable = unreadable
    expected = with(blank, fill)
  }

  /// Expects the sentence to be read as the message, and nothing else to be counted.
  func check(
    as message: (Content) -> Message, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let decoded = DecodedInput(checked(body) + "\r\n")
    #expect(decoded.messages == [message(expected)], sourceLocation: sourceLocation)
    #expect(
      decoded.defects == with(Defects()) { $0.unreadableFields = unreadable },
      sourceLocation: sourceLocation)
  }
}

/// A time of day that is known to be one.
func utc(
  _ hour: UInt8, _ minute: UInt8, _ second: UInt8, nanosecond: UInt32 = 0
) -> UTCTime? {
  UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
}

/// A date that is known to be one.
func date(_ day: UInt8, _ month: UInt8, _ year: UInt8) -> ShortDate? {
  ShortDate(day: day, month: month, yearOfCentury: year)
}
