// Core Location for Linux. SPDX-License-Identifier: MIT

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
