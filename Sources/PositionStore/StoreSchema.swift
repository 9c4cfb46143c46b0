// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The tables of a position store.

#if Publishing
  import Glibc
  import LinuxSystem

  /// The tables of a position store, and how a file is recognized as one.
  enum StoreSchema {
    /// SQLite's application ID: "GPSQ".
    static let application: Int64 = 0x4750_5351
    /// The format of this version.
    static let version: Int64 = 1

    /// The largest file, in bytes, that is examined as a whole when it is opened; of larger ones, only the queue is.
    static let mostExamined: Int64 = 32 << 20

    /// Opens a store for writing, and creates it if there is none.
    static func open(_ path: String) throws(StoreError) -> SQLiteConnection {
      try createFile(path)
      let connection = try opened(path)
      // The log does not stay longer than what one checkpoint moves out of it: 1000 pages.
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
      if try !isStore(connection) {
        try connection.transaction { () throws(StoreError) in
          // Another thread may have created them meanwhile.
          guard try !isStore(connection) else { return }
          try connection.execute(tables)
        }
      }
      try switchToWAL(connection)
      return connection
    }

    /// Opens a store for reading.
    static func openForReading(_ path: String) throws(StoreError) -> SQLiteConnection {
      var status = stat()
      guard stat(path.pathBytes, &status) == 0 else {
        throw StoreError("open", path, StoreError.cause(errno: errno))
      }
      let connection = try opened(path)
      // Not opened as read-only: such a connection cannot remove the log's files when it closes.
      try connection.execute("PRAGMA query_only = ON")
      guard try isStore(connection) else { throw StoreError("open", path, .foreign) }
      return connection
    }

    /// Looks for damage; in a large file, in the queue only.
    static func examine(_ connection: SQLiteConnection) throws(StoreError) {
      let pages = try connection.number("PRAGMA page_count") ?? 0
      let size = try connection.number("PRAGMA page_size") ?? 0
      let checks =
        pages * size <= mostExamined
        ? ["PRAGMA quick_check(1)"]
        : ["PRAGMA quick_check(destination)", "PRAGMA quick_check(report)"]
      for check in checks {
        let statement = try connection.statement(check)
        defer { statement.reset() }
        guard try statement.step(), let answer = statement.text(0), answer != "ok" else { continue }
        let line = answer.split(separator: "\n").last.map(String.init) ?? answer
        throw StoreError("open", connection.path, .damaged(line))
      }
    }

    private static func opened(_ path: String) throws(StoreError) -> SQLiteConnection {
      do throws(StoreError) {
        return try SQLiteConnection(path)
      } catch {
        throw StoreError("open", path, error.cause)
      }
    }

    /// Returns whether the database has the tables of a store; false if it is empty.
    private static func isStore(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
      do throws(StoreError) {
        let application = try connection.number("PRAGMA application_id") ?? 0
        let version = try connection.number("PRAGMA user_version") ?? 0
        let count = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
        if application == 0, version == 0, count == 0 { return false }
        guard application == Self.application else {
          throw StoreError("open", connection.path, .foreign)
        }
        guard version <= Self.version else {
          throw StoreError("open", connection.path, .newer(Int(version)))
        }
        return true
      } catch {
        throw StoreError("open", connection.path, error.cause)
      }
    }

    /// Creates the file if there is none, for its owner alone, since positions are private.
    ///
    /// SQLite gives its other files the same mode.
    private static func createFile(_ path: String) throws(StoreError) {
      let descriptor = retryingOnInterrupt {
        Glibc.open(path.pathBytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      if descriptor >= 0 {
        close(descriptor)
      } else if errno != EEXIST {
        throw StoreError("create", path, StoreError.cause(errno: errno))
      }
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

    /// `AUTOINCREMENT`, because acknowledgements refer to reports by number, so that no number may be reused.
    ///
    /// `track_minute` has, for each minute of the track, a box that contains all its places.
    private static let tables = """
      PRAGMA application_id = \(application);
      PRAGMA user_version = \(version);
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
  }
#endif
