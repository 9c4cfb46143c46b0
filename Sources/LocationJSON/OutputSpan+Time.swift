// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

extension OutputSpan<UInt8> {
  /// Appends date and time; only the time if there is no date.
  package mutating func append(_ time: FixTime, separator: UInt8) {
    if let date = time.date {
      append(digits: UInt64(date.year), width: 4)
      append("-")
      append(digits: UInt64(date.month), width: 2)
      append("-")
      append(digits: UInt64(date.day), width: 2)
      append(separator)
    }
    append(time.time)
    append("Z")
  }

  /// Appends hours, minutes and seconds.
  package mutating func append(clock time: UTCTime) {
    append(digits: UInt64(time.hour), width: 2)
    append(":")
    append(digits: UInt64(time.minute), width: 2)
    append(":")
    append(digits: UInt64(time.second), width: 2)
  }

  /// Appends a time of day with three decimals, or nine if it has that many.
  package mutating func append(_ time: UTCTime) {
    append(clock: time)
    append(".")
    let milliseconds = UInt64(time.nanosecond / 1_000_000)
    if time.nanosecond % 1_000_000 == 0 {
      append(digits: milliseconds, width: 3)
    } else {
      append(digits: UInt64(time.nanosecond), width: 9)
    }
  }
}
