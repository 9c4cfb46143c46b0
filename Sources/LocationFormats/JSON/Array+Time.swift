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
      append(date.description)
      append(separator)
    }
    append(time.time)
    append(UInt8(ascii: "Z"))
  }

  package mutating func append(clock time: UTCTime) {
    append(digits: UInt64(time.hour), width: 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.minute), width: 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.second), width: 2)
  }

  /// Appends a time of day with three decimals, or nine if it has that many.
  package mutating func append(_ time: UTCTime) {
    append(clock: time)
    append(UInt8(ascii: "."))
    let isWhole = time.nanosecond % 1_000_000 == 0
    append(
      digits: UInt64(isWhole ? time.nanosecond / 1_000_000 : time.nanosecond),
      width: isWhole ? 3 : 9)
  }
}
