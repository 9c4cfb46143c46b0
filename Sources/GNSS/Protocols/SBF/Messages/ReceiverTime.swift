// Core Location for Linux. SPDX-License-Identifier: MIT

/// ReceiverTime: UTC, and by how much it differs from the time of GPS.
///
///     year (since 2000) month day hour minute second DeltaLS SyncLevel
///     14                15    16  17   18     19     20      21
struct ReceiverTime: SBFBlock {
  var year: Int?
  var month: Int?
  var day: Int?
  var hour: Int?
  var minute: Int?
  var second: Int?
  /// By how much GPS is ahead of UTC, seconds.
  var leapSeconds: Int?
  /// Bit 0: the week is known; 1: so is the time in it; 2: exactly.
  var syncLevel: UInt8

  init?(_ block: RawSpan) {
    guard block.byteCount >= 22 else { return nil }
    func field(_ offset: Int) -> Int? { block.known(Int8.self, at: offset).map(Int.init) }
    (year, month, day) = (field(14).map { $0 + 2000 }, field(15), field(16))
    (hour, minute, second) = (field(17), field(18), field(19))
    (leapSeconds, syncLevel) = (field(20), block.byte(at: 21))
  }

  /// The moment of a block in a leap second; `nil` in every other.
  ///
  /// - Parameter timeOfWeek: that of the block, milliseconds.
  func leapSecond(at timeOfWeek: UInt32) -> WeekClock.Moment? {
    guard second == 60, let year, let month, let day, let hour, let minute, year > 0,
      let month = UInt8(exactly: month), let day = UInt8(exactly: day),
      let hour = UInt8(exactly: hour), let minute = UInt8(exactly: minute)
    else { return nil }
    return WeekClock.Moment(
      (UInt16(year), month, day), (hour, minute, 60),
      nanosecond: Int32(timeOfWeek % 1000) * 1_000_000)
  }
}

/// GPSUtc and GALUtc: from satellites, by how much their time is ahead of UTC.
///
///     satellite … A1 A0 tot WNt ΔtLS WNLSF DN ΔtLSF
///     14          16 20 28  32  33   34    35 36
struct UTCParameters: SBFBlock {
  var satellite: UInt8
  var leapSeconds: Int8
  var nextLeapSeconds: Int8

  init?(_ block: RawSpan) {
    guard block.byteCount >= 37 else { return nil }
    satellite = block.byte(at: 14)
    (leapSeconds, nextLeapSeconds) = (block.integer(at: 33), block.integer(at: 36))
  }
}
