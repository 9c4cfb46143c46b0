// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A connection to a database of SQLite.

#if Publishing
  import CSQLite
  import Glibc
  import LinuxSystem

  /// A connection to a database of SQLite, for one thread.
  final class SQLiteConnection {
    let path: String
    private let handle: OpaquePointer
    private var prepared: [String: SQLiteStatement] = [:]

    /// How long it waits for another connection that writes.
    private static let patience: CInt = 10_000

    /// Opens a database that is there, if need be for reading only.
    init(_ path: String) throws(StoreError) {
      self.path = path
      // Relative names could mean something else to SQLite: ":memory:" is no file.
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

    /// A statement that is kept for the next time, ready to be bound.
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

    /// Runs statements that return nothing of interest.
    func execute(_ text: String) throws(StoreError) {
      let code = sqlite3_exec(handle, text, nil, nil, nil)
      guard code == SQLITE_OK else { throw StoreError(handle, code, doing: "use", path) }
    }

    /// The first column of the first row as a number; `nil` without a row, or if it is empty.
    func number(_ text: String) throws(StoreError) -> Int64? {
      let statement = try statement(text)
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : nil
    }

    /// How many rows the last statement has changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Does all of something, or nothing; when this returns, it is on the disk.
    ///
    /// If the disk is full, what is in the log is moved to where it belongs, which may make room for another try.
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
      // Immediately: one that reads first and then wants to write could find that somebody else has written.
      try execute("BEGIN IMMEDIATE")
      do throws(StoreError) {
        let result = try body()
        try execute("COMMIT")
        return result
      } catch {
        // After some failures SQLite has done so by itself.
        if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        throw error
      }
    }
  }

  extension StoreError {
    /// What SQLite says about its last call.
    init(_ handle: OpaquePointer?, _ code: CInt, doing operation: String, _ path: String) {
      // First of all: what SQLite remembers of it is not set where a transaction ends.
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

    /// What a failed system call means.
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
