// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The tables of a position store, and how a file is recognized as one.
enum StoreSchema {
  /// SQLite's application ID: "GPSQ".
  static let application: Int64 = 0x4750_5351
  /// The format of this version.
  ///
  /// The second one added when a destination last acknowledged a report, the third one sketches of the track.
  static let version: Int64 = 3

  /// The largest file, in bytes, that is examined as a whole when it is opened; of larger ones, only the queue is.
  static let mostExamined: Int64 = 32 << 20

  /// - Parameter progress: called with the part that is done, 0 to 1, while a track of an earlier format is sketched.
  static func open(
    _ files: StoreFiles, _ progress: (Double) -> Void
  ) throws(StoreError) -> SQLiteConnection {
    if files.isEmpty { try create(files) }
    let connection = try SQLiteConnection(files, for: .writing)
    // The log does not stay longer than what one checkpoint moves out of it: 1000 pages.
    try connection.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
    try switchToWAL(connection)
    if try connection.number("PRAGMA user_version") == 1 {
      try connection.transaction { () throws(StoreError) in try connection.execute(secondVersion) }
    }
    if try connection.number("PRAGMA user_version") == 2 {
      try connection.transaction { () throws(StoreError) in
        try connection.execute(thirdVersion)
        try PositionStore.sketchTrack(connection, progress)
      }
    }
    return connection
  }

  static func openForReading(_ files: StoreFiles) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(files, for: .reading)
    do throws(StoreError) {
      try expectHeader(connection)
      try expectTables(connection)
    } catch {
      throw StoreError("open", files.name, error.cause)
    }
    return connection
  }

  /// Looks for damage, and for values that this program cannot have written; in a large file, only in the queue.
  static func examine(_ connection: SQLiteConnection) throws(StoreError) {
    let pages = try connection.number("PRAGMA page_count") ?? 0
    let size = try connection.number("PRAGMA page_size") ?? 0
    let isSmall = pages * size <= mostExamined
    let checks =
      isSmall
      ? ["PRAGMA quick_check(1)", "SELECT rtreecheck('track_minute')"]
      : ["PRAGMA quick_check(destination)", "PRAGMA quick_check(report)"]
    for check in checks + [numbersCheck] {
      let statement = try connection.statement(check)
      defer { statement.reset() }
      guard try statement.step(), let answer = statement.text(0), answer != "ok" else { continue }
      let line = answer.split(separator: "\n").last.map(String.init) ?? answer
      throw StoreError("open", connection.path, .damaged(line))
    }
    guard isSmall else { return }
    try expectRows(connection, "SELECT \(QueuedReport.columns) FROM report", "report") {
      QueuedReport($0) != nil
    }
    try expectRows(connection, "SELECT \(FixRow.columns) FROM track", "fix") {
      FixRow.fix(in: $0, from: 0) != nil
    }
  }

  private static func expectRows(
    _ connection: SQLiteConnection, _ query: String, _ name: String,
    _ isRight: (SQLiteStatement) -> Bool
  ) throws(StoreError) {
    _ = try connection.rows(query) { row throws(StoreError) -> Void? in
      guard !isRight(row) else { return nil }
      throw StoreError("open", connection.path, .damaged("\(name) \(row.number(0))"))
    }
  }

  /// A query for `ok`, unless numbers are impossible: of reports, which only increase, or those that count them.
  private static let numbersCheck = """
    SELECT CASE WHEN
      EXISTS (SELECT * FROM sqlite_sequence WHERE typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND 1 << 53)
      OR EXISTS (SELECT * FROM destination WHERE typeof(name) <> 'text'
        OR typeof(acknowledged) <> 'integer' OR acknowledged NOT BETWEEN 0 AND \(PositionStore.lastID)
        OR typeof(dropped) <> 'integer' OR dropped NOT BETWEEN 0 AND 1 << 53)
      OR (SELECT max(id) FROM report) > \(PositionStore.lastID)
    THEN 'impossible numbers' ELSE 'ok' END
    """

  /// Checks that the file calls itself a store, before SQLite creates files beside it.
  private static func expectHeader(_ connection: SQLiteConnection) throws(StoreError) {
    let header = try connection.header(72)
    func number(_ offset: Int) -> Int64 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    guard header.starts(with: "SQLite format 3\0".utf8), number(68) == application else {
      throw StoreError("open", connection.path, .foreign)
    }
    guard number(60) <= version else {
      throw StoreError("open", connection.path, .newer(Int(number(60))))
    }
  }

  /// Checks that the database has the tables of a store, and nothing else: a view in the place of a table might have no
  /// end, and a trigger could do anything.
  private static func expectTables(_ connection: SQLiteConnection) throws(StoreError) {
    let version = try connection.number("PRAGMA user_version") ?? 0
    guard version <= Self.version else {
      throw StoreError("open", connection.path, .newer(Int(version)))
    }
    let expected = try objects(of: try template(for: connection.path, version)) { _ in true }
    let found = try objects(of: connection) { expected.contains($0) || rtree.contains($0) }
    guard found.count == expected.count else {
      throw StoreError("open", connection.path, .damaged("a table is missing"))
    }
  }

  /// Returns what a database consists of: kind, name, table and SQL of each object.
  private static func objects(
    of connection: SQLiteConnection, _ isExpected: ([String?]) -> Bool
  ) throws(StoreError) -> Set<[String?]> {
    let rows = try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      row throws(StoreError) in
      let object = (0..<4).map { row.text($0) }
      guard isExpected(object) else {
        let name = "\(object[0] ?? "") \(object[1] ?? "")"
        throw StoreError("open", connection.path, .damaged("its \(name) was not created by gps"))
      }
      return object
    }
    return Set(rows)
  }

  /// Creates the file for its owner alone, since positions are private; SQLite gives its other files the same mode.
  ///
  /// It appears with all its tables, as if it had been closed: when the power fails, neither half a store nor a rollback
  /// journal is left.
  private static func create(_ files: StoreFiles) throws(StoreError) {
    var bytes = try template(for: files.name).serialized()
    // A file with a log, according to section 1.3.3 of the description of SQLite's format.
    (bytes[18], bytes[19]) = (2, 2)
    do throws(SystemError) {
      let file = try ReplacementFile(files.path, mode: 0o600)
      try file.write(bytes)
      try file.publish(overwriting: files.size != nil)
    } catch {
      throw StoreError("create", files.name, StoreError.cause(errno: error.errno))
    }
  }

  /// Returns a database in memory with the tables of a store.
  private static func template(
    for path: String, _ version: Int64 = version
  ) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(inMemoryFor: path)
    try connection.execute(firstVersion)
    if version > 1 { try connection.execute(secondVersion) }
    if version > 2 { try connection.execute(thirdVersion) }
    return connection
  }

  private static func switchToWAL(_ connection: SQLiteConnection) throws(StoreError) {
    let statement = try connection.statement("PRAGMA journal_mode = WAL")
    defer { statement.reset() }
    guard try statement.step(), statement.text(0) == "wal" else {
      throw StoreError(
        "open", connection.path,
        .other("its file system cannot hold a write-ahead log; choose another place"))
    }
  }

  /// These texts are part of the format: SQLite stores them, and ``expectTables(_:)`` compares them.
  ///
  /// `AUTOINCREMENT`, because acknowledgements refer to reports by number, so that no number may be reused.
  ///
  /// `track_minute` has, for each minute of the track, a box that contains all its places.
  private static let firstVersion = """
    PRAGMA application_id = \(application);
    PRAGMA user_version = 1;
    CREATE TABLE destination (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
      acknowledged INTEGER NOT NULL, dropped INTEGER NOT NULL DEFAULT 0,
      has_worked INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE report (
      id INTEGER PRIMARY KEY AUTOINCREMENT, device TEXT NOT NULL, occasion TEXT NOT NULL, region TEXT,
      time INTEGER NOT NULL, \(FixRow.declarations));
    CREATE TABLE track (time INTEGER PRIMARY KEY, \(FixRow.declarations));
    CREATE VIRTUAL TABLE track_minute USING rtree (minute, south, north, west, east);
    """

  /// Turns a file of the first version into one of the second; new files are made so, too, and so have the same text.
  private static let secondVersion = """
    ALTER TABLE destination ADD COLUMN delivered INTEGER;
    PRAGMA user_version = 2;
    """

  /// Turns a file of the second version into one of the third.
  private static let thirdVersion = """
    CREATE TABLE track_quarter (quarter INTEGER PRIMARY KEY, top_speed REAL, places BLOB NOT NULL);
    PRAGMA user_version = 3;
    """

  /// The tables of `track_minute` as SQLite has created them since 3.24; a later version may choose other words.
  private static let rtree = Set(
    [
      "rowid(rowid INTEGER PRIMARY KEY,nodeno)", "node(nodeno INTEGER PRIMARY KEY,data)",
      "parent(nodeno INTEGER PRIMARY KEY,parentnode)",
    ].map { text -> [String?] in
      let name = "track_minute_" + text.prefix { $0 != "(" }
      return ["table", name, name, "CREATE TABLE \"\(name)\"\(text.drop { $0 != "(" })"]
    })
}
