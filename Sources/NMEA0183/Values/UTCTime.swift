// Core Location for Linux. SPDX-License-Identifier: MIT

/// A time of day in UTC, as receivers send it: without a date.
public struct UTCTime: Hashable, Sendable {
  /// 0…23.
  public let hour: UInt8
  /// 0…59.
  public let minute: UInt8
  /// 0…60; 60 is a leap second, or what the sender has rounded up.
  public let second: UInt8
  /// 0…999,999,999.
  public let nanosecond: UInt32

  /// Creates a time of day; `nil` if a number is out of range.
  public init?(hour: UInt8, minute: UInt8, second: UInt8, nanosecond: UInt32 = 0) {
    guard hour < 24, minute < 60, second <= 60, nanosecond < 1_000_000_000 else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
  }

  /// Creates the time that is a number of nanoseconds after midnight, modulo a day.
  package init(nanosecondsOfDay nanoseconds: Int64) {
    let seconds = nanoseconds / 1_000_000_000
    hour = UInt8(seconds / 3600 % 24)
    minute = UInt8(seconds / 60 % 60)
    second = UInt8(seconds % 60)
    nanosecond = UInt32(nanoseconds % 1_000_000_000)
  }

  /// Nanoseconds since midnight; during a leap second, a full day or more.
  public var nanosecondsOfDay: Int64 {
    let seconds = (Int64(hour) * 60 + Int64(minute)) * 60 + Int64(second)
    return seconds * 1_000_000_000 + Int64(nanosecond)
  }
}

extension UTCTime: Comparable, CustomStringConvertible {
  /// Whether a time is earlier on the same day.
  public static func < (left: Self, right: Self) -> Bool {
    left.nanosecondsOfDay < right.nanosecondsOfDay
  }

  /// `hh:mm:ss`, and as many decimals as the time has.
  public var description: String {
    "\(padded(hour)):\(padded(minute)):\(padded(second))" + fraction(atLeast: 0)
  }

  /// Returns the point and the decimals of the second, without zeros at the end; empty if there are none.
  func fraction(atLeast minimum: Int) -> String {
    var digits = Array(padded(nanosecond, to: 9))
    while digits.count > minimum, digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "" : "." + String(digits)
  }
}

extension UTCTime {
  /// Reads `hh:mm:ss`, with or without decimals, of which those beyond the ninth are dropped; `nil` for anything else.
  package init?(description: some StringProtocol) {
    let parts = description.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ":", omittingEmptySubsequences: false).map {
      $0.utf8.count == 2 && $0.utf8.allSatisfy({ $0.isDigit }) ? UInt8($0) : nil
    }
    let decimals = parts.count == 2 ? Array(parts[1].utf8) : [UInt8(ascii: "0")]
    guard numbers.count == 3, let hour = numbers[0], let minute = numbers[1],
      let second = numbers[2], !decimals.isEmpty, decimals.allSatisfy({ $0.isDigit })
    else { return nil }
    let nine = decimals.map { UInt32($0 - 0x30) } + Array(repeating: 0, count: 9)
    self.init(
      hour: hour, minute: minute, second: second,
      nanosecond: nine.prefix(9).reduce(0) { $0 * 10 + $1 })
  }
}

/// Returns a number with leading zeros.
package func padded(_ value: some BinaryInteger, to width: Int = 2) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// A date as in RMC: `ddmmyy`, without the century.
public struct ShortDate: Hashable, Sendable, Codable {
  /// 1…31, in any month.
  public let day: UInt8
  /// 1…12.
  public let month: UInt8
  /// 0…99, in an unspecified century.
  public let yearOfCentury: UInt8

  /// Creates a date; `nil` if a number is out of range.
  public init?(day: UInt8, month: UInt8, yearOfCentury: UInt8) {
    guard (1...31).contains(day), (1...12).contains(month), yearOfCentury < 100 else { return nil }
    self.day = day
    self.month = month
    self.yearOfCentury = yearOfCentury
  }
}
