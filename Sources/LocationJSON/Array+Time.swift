// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

extension String {
  /// Creates the text of date and time, such as `2025-06-15T06:32:20.000Z`; only the time if there is no date.
  package init(_ time: FixTime, separator: String = "T") {
    var bytes: [UInt8] = []
    bytes.append(time, separator: separator)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends date and time, such as `2025-06-15T06:32:20.000Z`; only the time if there is no date.
  package mutating func append(_ time: FixTime, separator: String = "T") {
    if let date = time.date {
      write(upTo: BytePen.mostOfTime) { $0.date(date) }
      append(separator)
    }
    append(time.time)
    append(UInt8(ascii: "Z"))
  }

  package mutating func append(clock time: UTCTime) {
    write(upTo: BytePen.mostOfTime) { $0.clock(time) }
  }

  /// Appends a time of day with three decimals, or nine if it has that many.
  package mutating func append(_ time: UTCTime) {
    write(upTo: BytePen.mostOfTime) { $0.time(time) }
  }
}

extension BytePen {
  /// The most bytes that a date and a time take.
  static let mostOfTime = 60

  mutating func date(_ date: CivilDate) {
    digits(UInt64(clamping: date.year), width: 4)
    byte("-")
    twoDigits(date.month)
    byte("-")
    twoDigits(date.day)
  }

  mutating func clock(_ time: UTCTime) {
    twoDigits(Int(time.hour))
    byte(":")
    twoDigits(Int(time.minute))
    byte(":")
    twoDigits(Int(time.second))
  }

  /// Writes a time of day with three decimals, or nine if it has that many.
  mutating func time(_ time: UTCTime) {
    clock(time)
    byte(".")
    let isWhole = time.nanosecond % 1_000_000 == 0
    digits(
      UInt64(isWhole ? time.nanosecond / 1_000_000 : time.nanosecond), width: isWhole ? 3 : 9)
  }
}

extension FixTime {
  /// Reads `2025-06-15T06:32:20.000Z`, or without a date `06:32:20.000`; `nil` for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let clock = parts.last ?? ""
    let isUTC = clock.last == "Z"
    let date = parts.count == 2 ? CivilDate(description: parts[0]) : nil
    guard parts.count == 1 || date != nil && isUTC,
      let time = UTCTime(description: isUTC ? clock.dropLast() : clock)
    else { return nil }
    self.init(date: date, time: time)
  }
}
