// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A fix as a row of a table.

#if Publishing
  import GNSS
  import NMEA0183

  /// How a fix stands in a row of a table: columns for when and where, and ``FixDetail`` for everything else.
  ///
  /// A column for each member would be kinder to people who use `sqlite3`, but SQLite takes longer to find one than
  /// decoding all of the detail takes: a day of the track would be read in 150 ms rather than 50.
  enum FixRow {
    /// The columns, in the order in which they are bound and read.
    ///
    /// `time` is microseconds since 1970 as POSIX counts them; a leap second is the one after it.
    static let columns = "time, latitude, longitude, detail"

    static let placeholders = "?, ?, ?, ?"

    /// The columns behind `time`, as a table declares them.
    static let declarations =
      "latitude REAL NOT NULL, longitude REAL NOT NULL, detail BLOB NOT NULL"

    /// Binds a fix to the parameters from this one on.
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

    /// The fix in a row, of which the columns from this one on are ``columns``; `nil` if it cannot have been written here.
    static func fix(in row: SQLiteStatement, from first: CInt) -> Fix? {
      let counted = row.number(first)
      guard (-farthest...farthest).contains(counted) else { return nil }
      let days = (counted >= 0 ? counted : counted - perDay + 1) / perDay
      let time = FixTime(
        date: CivilDate(daysSince1970: Int(days)),
        time: UTCTime(nanosecondsOfDay: (counted - days * perDay) * 1000))
      var fix = Fix(time: time, latitude: row.double(first + 1), longitude: row.double(first + 2))
      return row.withBlob(first + 3) { FixDetail.read($0, into: &fix) } ? fix : nil
    }

    /// Microseconds since 1970 as POSIX counts them, for any date; `nil` without one.
    static func microseconds(of time: FixTime) -> Int64? {
      time.date.map { Int64($0.daysSince1970) * perDay + time.time.nanosecondsOfDay / 1000 }
    }

    private static let perDay: Int64 = 86_400_000_000
    /// Microseconds: beyond all years that a date can have.
    private static let farthest: Int64 = 1_000_000_000_000_000_000
  }
#endif
