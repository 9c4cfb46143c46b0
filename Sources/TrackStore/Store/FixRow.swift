// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
import GNSS
import NMEA0183

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
