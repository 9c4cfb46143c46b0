// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A connection to an SQLite database.

#if Publishing
  import CSQLite
  import Glibc
  import LinuxSystem

  /// A connection to an SQLite database, for one thread.
  final class SQLiteConnection {
    let path: String
    private let handle: OpaquePointer
    private var prepared: [String: SQLiteStatement] = [:]

    /// How long a call waits for another connection that is writing, milliseconds.
    private static let patience: CInt = 10_000

    /// Opens an existing database; read-only if it cannot be written.
    init(_ path: String) throws(StoreError) {
      self.path = path
      // SQLite gives some relative names another meaning: ":memory:" is not a file.
      let name = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
      var opened: OpaquePointer?
      let code = sqlite3_open_v2(
        name.pathBytes, &opened,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
        nil)
      guard code == SQLITE_OK, let opened else {
        let error = StoreError(opened, code, doing: "open", path)
        sqlite3_close(opened)
        throw error
      }
      handle = opened
      sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
      for statement in prepared.values { statement.finalize() }
      sqlite3_close(handle)
    }

    /// Returns a statement, ready to be bound, and keeps it for the next use.
    func statement(_ text: String) throws(StoreError) -> SQLiteStatement {
      if let statement = prepared[text] {
        statement.reset()
        return statement
      }
      var pointer: OpaquePointer?
      let code = sqlite3_prepare_v2(handle, text, -1, &pointer, nil)
      guard code == SQLITE_OK, let pointer else {
        throw StoreError(handle, code, doing: "use", path)
      }
      let statement = SQLiteStatement(pointer, of: handle, path)
      prepared[text] = statement
      return statement
    }

    /// Runs statements without using their results.
    func execute(_ text: String) throws(StoreError) {
      let code = sqlite3_exec(handle, text, nil, nil, nil)
      guard code == SQLITE_OK else { throw StoreError(handle, code, doing: "use", path) }
    }

    /// Returns the first column of the first row as a number; `nil` if there is no row or the column is null.
    func number(_ text: String) throws(StoreError) -> Int64? {
      let statement = try statement(text)
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : nil
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Performs all of a transaction or nothing; when this returns, its changes are on the disk.
    ///
    /// If the disk is full, moves the content of the log to the database, which may make room, and tries again.
    func transaction<Result>(
      _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      do throws(StoreError) {
        return try attempt(body)
      } catch {
        guard error.cause == .full else { throw error }
        try? execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return try attempt(body)
      }
    }

    private func attempt<Result>(
      _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
      // Immediate, because a transaction that reads before it writes could find that another connection has written
      // meanwhile.
      try execute("BEGIN IMMEDIATE")
      do throws(StoreError) {
        let result = try body()
        try execute("COMMIT")
        return result
      } catch {
        // After some failures, SQLite has rolled back by itself.
        if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        throw error
      }
    }
  }

  extension StoreError {
    /// Creates the error that SQLite reports for its last call.
    init(_ handle: OpaquePointer?, _ code: CInt, doing operation: String, _ path: String) {
      // Must be read first: SQLite does not keep it for a failure at the end of a transaction.
      let number = errno
      let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(code)"
      let cause: Cause =
        switch code & 0xFF {
        case SQLITE_NOTADB: .foreign
        case SQLITE_CORRUPT: .damaged(message)
        case SQLITE_FULL: .full
        case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .permissionDenied
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse(nil)
        case SQLITE_IOERR: [ENOSPC, EDQUOT, EFBIG].contains(number) ? .full : .other(message)
        case SQLITE_CANTOPEN:
          Self.cause(errno: handle.map { sqlite3_system_errno($0) } ?? 0, message)
        default: .other(message)
        }
      self.init(operation, path, cause)
    }

    /// Returns the cause that the error number of a system call stands for.
    static func cause(errno number: CInt, _ message: String = "unknown error") -> Cause {
      switch number {
      case ENOENT, ENOTDIR: .missing
      case EACCES, EPERM, EROFS: .permissionDenied
      case ENOSPC, EDQUOT, EFBIG: .full
      case 0: .other(message)
      default: .other(describe(errno: number))
      }
    }
  }
#endif
