// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-TIMEUTC: date and time.
///
///     iTOW tAcc nano year month day hour min sec valid
///     0    4    8    12   14    15  16   17  18  19
public struct NAVTIMEUTC: NavigationMessage {
  /// Class 01, identifier 21.
  public static let kind = FrameKind(0x01, 0x21)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Year, UTC.
  public var year: UInt16
  /// Month, UTC, 1…12.
  public var month: UInt8
  /// Day of the month, UTC, 1…31.
  public var day: UInt8
  /// Hour, UTC, 0…23.
  public var hour: UInt8
  /// Minute, UTC, 0…59.
  public var minute: UInt8
  /// Second, UTC, 0…60.
  public var second: UInt8
  /// What to add to the second, −1e9…1e9.
  public var nanosecond: Int32
  /// Bit 2 of `valid`: the leap seconds are known, too.
  public var isValid: Bool

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    nanosecond = payload.integer(at: 8)
    year = payload.integer(at: 12)
    (month, day) = (payload.byte(at: 14), payload.byte(at: 15))
    (hour, minute, second) = (payload.byte(at: 16), payload.byte(at: 17), payload.byte(at: 18))
    isValid = payload.bit(2, at: 19)
  }
}

/// NAV-TIMEGPS: the time of GPS, which has no leap seconds.
///
///     iTOW fTOW week leapS valid tAcc
///     0    4    8    10    11    12
public struct NAVTIMEGPS: NavigationMessage {
  /// Class 01, identifier 20.
  public static let kind = FrameKind(0x01, 0x20)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// GPS weeks since 6 January 1980; `nil` if it is not known (bits 0 and 1 of `valid`).
  public var week: Int16?
  /// By how many seconds GPS is ahead of UTC; `nil` if unknown (bit 2 of `valid`).
  public var leapSeconds: Int8?

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 16 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    week = payload.byte(at: 11) & 0b11 == 0b11 ? payload.integer(at: 8) : nil
    leapSeconds = payload.bit(2, at: 11) ? payload.integer(at: 10) : nil
  }
}

/// NAV-TIMELS: the leap seconds, and the next one.
///
///     iTOW version srcOfCurrLs currLs srcOfLsChange lsChange timeToLsEvent dateOfLsGpsWn dateOfLsGpsDn valid
///     0    4       8           9      10            11       12            16            18            23
public struct NAVTIMELS: NavigationMessage {
  /// Class 01, identifier 26.
  public static let kind = FrameKind(0x01, 0x26)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// By how many seconds GPS is ahead of UTC; `nil` if unknown (bit 0 of `valid`).
  public var leapSeconds: Int8?
  /// The leap second that is announced, or the last one: 1 or −1, or 0 if none is; `nil` if unknown (bit 1 of `valid`).
  public var change: Int8?
  /// Seconds until then, negative if it has passed; `nil` like `change`.
  public var secondsToChange: Int32?

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 24 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    leapSeconds = payload.bit(0, at: 23) ? payload.integer(at: 9) : nil
    guard payload.bit(1, at: 23) else { return }
    change = payload.integer(at: 11)
    secondsToChange = payload.integer(at: 12)
  }
}
