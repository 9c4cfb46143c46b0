// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// A sentence and the message that must be read from it.
struct Row<Content: Sendable>: Sendable, CustomTestStringConvertible {
  /// What the row is for.
  let name: String
  /// The text between `$` and `*`.
  let body: String
  let expected: Content
  /// The number of fields that contain something unreadable.
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

  /// Expects the sentence to be read as the message, with no other defects.
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

/// Returns a time of day from values known to be valid.
func utc(
  _ hour: UInt8, _ minute: UInt8, _ second: UInt8, nanosecond: UInt32 = 0
) -> UTCTime? {
  UTCTime(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
}

/// Returns a date from values known to be valid.
func date(_ day: UInt8, _ month: UInt8, _ year: UInt8) -> ShortDate? {
  ShortDate(day: day, month: month, yearOfCentury: year)
}
