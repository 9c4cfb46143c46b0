// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
import GNSS
import NMEA0183

/// The members of a fix that a row has no columns for, as bytes.
///
/// First come four bytes, in which each bit says whether a member is present, in the order of ``Member``, then these
/// members: measures as IEEE 754 doubles, counts as 64-bit integers, codes as one byte, the nanoseconds as two. All are
/// little-endian.
enum FixDetail {
  private enum Member: UInt32 {
    case altitude, ellipsoidalAltitude, geoidSeparation, speed, course, verticalSpeed
    case positionDilution, horizontalDilution, verticalDilution
    case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy, differentialAge
    case satellitesUsed, satellitesInView, differentialStation
    case quality, mode, horizontalAccuracySource, verticalAccuracySource
    /// The part of the time that its microseconds leave out, 1…999.
    case nanoseconds
    /// These have no bytes.
    case isLeapSecond, isRolloverCorrected
    /// The bits of the warnings, as two bytes, if there are any.
    case warnings

    var bit: UInt32 { 1 << rawValue }
  }

  static func bytes(of fix: Fix) -> [UInt8] {
    var writer = Writer()
    writer.append(.altitude, fix.altitude)
    writer.append(.ellipsoidalAltitude, fix.ellipsoidalAltitude)
    writer.append(.geoidSeparation, fix.geoidSeparation)
    writer.append(.speed, fix.speed)
    writer.append(.course, fix.course)
    writer.append(.verticalSpeed, fix.verticalSpeed)
    writer.append(.positionDilution, fix.dilutionOfPrecision.position)
    writer.append(.horizontalDilution, fix.dilutionOfPrecision.horizontal)
    writer.append(.verticalDilution, fix.dilutionOfPrecision.vertical)
    writer.append(.horizontalAccuracy, fix.horizontalAccuracy)
    writer.append(.verticalAccuracy, fix.verticalAccuracy)
    writer.append(.speedAccuracy, fix.speedAccuracy)
    writer.append(.courseAccuracy, fix.courseAccuracy)
    writer.append(.differentialAge, fix.differentialAge)
    writer.append(.satellitesUsed, integer: fix.satellitesUsed)
    writer.append(.satellitesInView, integer: fix.satellitesInView)
    writer.append(.differentialStation, integer: fix.differentialStation)
    writer.append(.quality, integer: fix.quality?.rawValue)
    writer.append(.mode, integer: fix.mode?.rawValue)
    writer.append(.horizontalAccuracySource, integer: fix.horizontalAccuracySource?.rawValue)
    writer.append(.verticalAccuracySource, integer: fix.verticalAccuracySource?.rawValue)
    let nanoseconds = UInt16((fix.time?.time.nanosecond ?? 0) % 1000)
    writer.append(.nanoseconds, integer: nanoseconds == 0 ? nil : nanoseconds)
    writer.append(.warnings, integer: fix.warnings.isEmpty ? nil : fix.warnings.rawValue)
    if fix.time?.time.second == 60 { writer.mark(.isLeapSecond) }
    if fix.time?.isRolloverCorrected == true { writer.mark(.isRolloverCorrected) }
    return writer.finished
  }

  /// Adds the members to a fix, whose time has no nanoseconds yet; returns false if this program cannot have written them.
  static func read(_ bytes: UnsafeRawBufferPointer, into fix: inout Fix) -> Bool {
    guard var reader = Reader(bytes) else { return false }
    fix.altitude = reader.measure(.altitude)
    fix.ellipsoidalAltitude = reader.measure(.ellipsoidalAltitude)
    fix.geoidSeparation = reader.measure(.geoidSeparation)
    fix.speed = reader.measure(.speed)
    fix.course = reader.measure(.course)
    fix.verticalSpeed = reader.measure(.verticalSpeed)
    fix.dilutionOfPrecision.position = reader.measure(.positionDilution)
    fix.dilutionOfPrecision.horizontal = reader.measure(.horizontalDilution)
    fix.dilutionOfPrecision.vertical = reader.measure(.verticalDilution)
    fix.horizontalAccuracy = reader.measure(.horizontalAccuracy)
    fix.verticalAccuracy = reader.measure(.verticalAccuracy)
    fix.speedAccuracy = reader.measure(.speedAccuracy)
    fix.courseAccuracy = reader.measure(.courseAccuracy)
    fix.differentialAge = reader.measure(.differentialAge)
    fix.satellitesUsed = reader.integer(.satellitesUsed, Int.self)?.ifCountable
    fix.satellitesInView = reader.integer(.satellitesInView, Int.self)?.ifCountable
    fix.differentialStation = reader.integer(.differentialStation, Int.self)?.ifCountable
    fix.quality = reader.integer(.quality, UInt8.self).map { FixQuality(rawValue: $0) }
    fix.mode = reader.integer(.mode, UInt8.self).flatMap { FixMode(rawValue: $0) }
    fix.horizontalAccuracySource = reader.source(.horizontalAccuracySource)
    fix.verticalAccuracySource = reader.source(.verticalAccuracySource)
    let nanoseconds = reader.integer(.nanoseconds, UInt16.self) ?? 0
    fix.warnings = FixWarnings(rawValue: reader.integer(.warnings, UInt16.self) ?? 0)
    fix.time?.isRolloverCorrected = reader.has(.isRolloverCorrected)
    if nanoseconds != 0 || reader.has(.isLeapSecond) {
      guard let time = fix.time?.adding(nanoseconds, isLeapSecond: reader.has(.isLeapSecond))
      else { return false }
      fix.time = time
    }
    return reader.isAtEnd
  }

  private struct Writer {
    private var bytes = [UInt8](repeating: 0, count: 4)
    private var members: UInt32 = 0

    init() { bytes.reserveCapacity(128) }

    var finished: [UInt8] {
      var bytes = bytes
      for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: members >> (8 * index)) }
      return bytes
    }

    mutating func mark(_ member: Member) { members |= member.bit }

    mutating func append(_ member: Member, _ value: Double?) {
      append(member, integer: value?.bitPattern)
    }

    mutating func append<Value: FixedWidthInteger>(_ member: Member, integer value: Value?) {
      guard let value else { return }
      mark(member)
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private struct Reader {
    private let bytes: UnsafeRawBufferPointer
    private let members: UInt32
    private var position = 4
    private var isInvalid = false

    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= 4 else { return nil }
      self.bytes = bytes
      members = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
      guard members < Member.warnings.bit << 1 else { return nil }
    }

    var isAtEnd: Bool { position == bytes.count && !isInvalid }

    func has(_ member: Member) -> Bool { members & member.bit != 0 }

    // Inlined: a day of the track calls it two million times.
    @inline(__always)
    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
      _ member: Member, _ type: Value.Type
    ) -> Value? {
      guard has(member) else { return nil }
      let size = MemoryLayout<Value>.size
      guard position + size <= bytes.count else {
        isInvalid = true
        return nil
      }
      defer { position += size }
      return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
    }

    mutating func measure(_ member: Member) -> Double? {
      let value = integer(member, UInt64.self).map { Double(bitPattern: $0) }
      if value?.isFinite == false { isInvalid = true }
      return value?.ifMeasurable
    }

    mutating func source(_ member: Member) -> AccuracySource? {
      integer(member, UInt8.self).flatMap { AccuracySource(rawValue: $0) }
    }
  }
}

extension FixTime {
  /// Returns the same time with nanoseconds; `nil` if the result is no valid time.
  ///
  /// - Parameter isLeapSecond: whether the time denotes the leap second before it, since POSIX time has none.
  fileprivate func adding(_ nanoseconds: UInt16, isLeapSecond: Bool) -> FixTime? {
    let shift: Int64 = isLeapSecond ? -1_000_000_000 : 0
    guard let date, nanoseconds < 1000 else { return nil }
    let counted = time.nanosecondsOfDay + Int64(nanoseconds) + shift
    let clock = UTCTime(nanosecondsOfDay: counted < 0 ? counted + 86_400_000_000_000 : counted)
    // A leap second is the last one of a minute; anywhere else, it would move the fix beyond those after it.
    guard !isLeapSecond || clock.second == 59 else { return nil }
    let exact = UTCTime(
      hour: clock.hour, minute: clock.minute, second: isLeapSecond ? 60 : clock.second,
      nanosecond: clock.nanosecond)
    let day = CivilDate(daysSince1970: date.daysSince1970 - (counted < 0 ? 1 : 0))
    return exact.map { FixTime(date: day, time: $0, isRolloverCorrected: isRolloverCorrected) }
  }
}

/// A fix as a row of a table: columns for time and place, and ``FixDetail`` for everything else.
///
/// A column for each member would be easier to use with `sqlite3`, but SQLite takes longer to find a column than decoding
/// all of the detail takes: a day of the track would be read in 120 ms rather than 45, of which SQLite takes 92 and 19.
enum FixRow {
  /// The columns, in the order in which they are bound and read.
  ///
  /// `time` is in microseconds since 1970 as POSIX counts them; a leap second has the time of the second after it.
  static let columns = "time, latitude, longitude, detail"

  static let placeholders = "?, ?, ?, ?"

  /// The columns after `time`, as a table declares them.
  static let declarations = "latitude REAL NOT NULL, longitude REAL NOT NULL, detail BLOB NOT NULL"

  /// Binds a fix to the parameters that begin at the given one.
  ///
  /// - Parameter time: ``microseconds(of:)``.
  static func bind(
    _ fix: Fix, time: Int64, to row: SQLiteStatement, from first: CInt
  ) throws(StoreError) {
    try row.bind(time, at: first)
    try row.bind(fix.latitude, at: first + 1)
    try row.bind(fix.longitude, at: first + 2)
    try row.bind(FixDetail.bytes(of: fix), at: first + 3)
  }

  /// Returns the fix in a row, whose ``columns`` begin at the given one; `nil` if this program cannot have written it.
  static func fix(in row: SQLiteStatement, from first: CInt) -> Fix? {
    let counted = row.number(first)
    guard row.type(first) == SQLITE_INTEGER, dates.contains(counted),
      row.type(first + 1) == SQLITE_FLOAT, row.type(first + 2) == SQLITE_FLOAT,
      row.type(first + 3) == SQLITE_BLOB
    else { return nil }
    let days = (counted >= 0 ? counted : counted - perDay + 1) / perDay
    let time = FixTime(
      date: CivilDate(daysSince1970: Int(days)),
      time: UTCTime(nanosecondsOfDay: (counted - days * perDay) * 1000))
    var fix = Fix(time: time, latitude: row.double(first + 1), longitude: row.double(first + 2))
    guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else { return nil }
    return row.withBlob(first + 3) { FixDetail.read($0, into: &fix) } ? fix : nil
  }

  /// Returns microseconds since 1970 as POSIX counts them, for any date; `nil` without one.
  static func microseconds(of time: FixTime?) -> Int64? {
    guard let time, let date = time.date else { return nil }
    return Int64(date.daysSince1970) * perDay + time.time.nanosecondsOfDay / 1000
  }

  private static let perDay: Int64 = 86_400_000_000
  /// Microseconds from the beginning of the year 1 to the end of the year 9999.
  private static let dates: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
}
