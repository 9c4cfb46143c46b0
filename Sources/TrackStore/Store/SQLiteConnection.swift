// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
import Glibc
import LinuxSystem
import ServerAccess

/// A connection to an SQLite database, for one thread.
///
/// The file may contain anything; see "Defense Against The Dark Arts" in SQLite's documentation.
final class SQLiteConnection {
  enum Access { case reading, writing }

  /// The path in messages.
  let path: String
  private let handle: OpaquePointer
  private let files: StoreFiles?
  private let access: Access
  private var prepared: [String: SQLiteStatement] = [:]
  /// How often the statement has been found at work, after ``portion`` instructions each time.
  private var portions = 0
  /// Limits what statements may read and how long they may take; `nil` for a position store, whose tables are known.
  private let guardian: SQLiteGuard?

  /// How long a call waits for another connection that is writing, milliseconds.
  private static let patience: CInt = 10_000
  /// Instructions of SQLite's virtual machine.
  private static let portion: CInt = 10_000
  /// A statement may take so many portions in a small file, about a tenth of a second.
  private static let leastPortions = 1000
  /// No text and no blob is longer, in bytes.
  private static let longestValue: CInt = 1 << 20
  /// What all connections together may allocate, in bytes; each has a cache of 2 MB.
  private static let mostMemory: Int64 = 64 << 20

  /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not import.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  convenience init(_ files: StoreFiles, for access: Access) throws(StoreError) {
    let flags = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    try self.init(files.path, flags, access, files, named: files.name)
  }

  /// Opens a database that nobody changes, on media that may be read only: no file is locked or created beside it.
  ///
  /// - Parameter guardian: for a file that anybody may have made.
  convenience init(unchanging path: String, _ guardian: SQLiteGuard) throws(StoreError) {
    let absolute = path.hasPrefix("/") ? path : "./\(path)"
    let address = "file:\(PercentEncoding.encode(absolute, allowing: "/"))?mode=ro&immutable=1"
    try self.init(
      address, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, .reading, nil, named: path, guardian)
  }

  /// Creates an empty database in memory.
  ///
  /// - Parameter name: the path in messages.
  convenience init(inMemoryFor name: String) throws(StoreError) {
    try self.init(":memory:", SQLITE_OPEN_READWRITE, .writing, nil, named: name)
  }

  private init(
    _ path: String, _ flags: CInt, _ access: Access, _ files: StoreFiles?, named name: String,
    _ guardian: SQLiteGuard? = nil
  ) throws(StoreError) {
    (self.path, self.files, self.access, self.guardian) = (name, files, access, guardian)
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path.pathBytes, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = StoreError(opened, code, doing: "open", name)
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(handle, Self.patience)
    core_location_sqlite_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    core_location_sqlite_set_flag(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
    sqlite3_hard_heap_limit64(Self.mostMemory)
    // Proof: SQLite calls it only on behalf of this object's methods, so the object exists.
    sqlite3_progress_handler(
      handle, guardian == nil ? Self.portion : SQLiteGuard.portion,
      { object in
        guard let object else { return 0 }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(object).takeUnretainedValue()
        return connection.mayGoOn() ? 0 : 1
      }, Unmanaged.passUnretained(self).toOpaque())
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    guard let guardian else { return }
    // Otherwise sorting could fill the disk.
    try execute("PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")
    try guardian.attend(to: self, handle)
  }

  deinit {
    for statement in prepared.values { statement.finalize() }
    sqlite3_close(handle)
    guard access == .reading, let files, !files.hasLog, !prepared.isEmpty else { return }
    // A connection that only reads has created a log, but cannot remove it.
    _ = try? SQLiteConnection(files, for: .writing).number("PRAGMA schema_version")
  }

  /// Returns whether a statement may continue.
  ///
  /// A check of the whole file, which is the most expensive, takes an instruction for three bytes. One that takes more than
  /// there are bytes goes around in circles.
  private func mayGoOn() -> Bool {
    if let guardian { return guardian.mayGoOn }
    portions += 1
    guard portions > Self.leastPortions, let files else { return portions <= Self.leastPortions }
    let bytes = [files.path, files.log].compactMap { stat(of: $0) }.reduce(0) {
      $0 + Int($1.st_size)
    }
    return portions <= Self.leastPortions + bytes / Int(Self.portion)
  }

  /// Returns the first bytes of the file, which are read without a lock, and before anything else is.
  func header(_ count: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, nil, SQLITE_FCNTL_FILE_POINTER, &file)
    let code = file?.pointee.pMethods?.pointee.xRead?(file, &bytes, CInt(count), 0)
    guard code == SQLITE_OK || code == Self.shortRead else {
      throw StoreError(handle, code ?? SQLITE_MISUSE, doing: "read", path)
    }
    return bytes
  }

  /// Returns the bytes of a file with the content of the database.
  func serialized() throws(StoreError) -> [UInt8] {
    var count: Int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else {
      throw StoreError(handle, SQLITE_NOMEM, doing: "create", path)
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Returns a statement whose first parameters are bound to values, and keeps it for the next use.
  func statement(
    _ text: String, _ values: [any SQLiteValue] = []
  ) throws(StoreError) -> SQLiteStatement {
    let statement = try prepare(text)
    for (index, value) in values.enumerated() { try statement.bind(value, at: CInt(index + 1)) }
    return statement
  }

  private func prepare(_ text: String) throws(StoreError) -> SQLiteStatement {
    portions = 0
    if let statement = prepared[text] {
      statement.reset()
      return statement
    }
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, text, -1, &pointer, nil)
    guard code == SQLITE_OK, let pointer else {
      throw guardian?.hasRefused == true
        ? StoreError("use", path, .other(SQLiteGuard.refusal))
        : StoreError(handle, code, doing: "use", path)
    }
    let statement = SQLiteStatement(pointer, of: handle, path)
    prepared[text] = statement
    return statement
  }

  /// Runs statements without using their results.
  func execute(_ text: String) throws(StoreError) {
    portions = 0
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(handle, code, doing: "use", path) }
  }

  /// Runs a statement without using its results.
  func run(_ text: String, _ values: [any SQLiteValue] = []) throws(StoreError) {
    try statement(text, values).run()
  }

  func rows<Row>(
    _ text: String, _ values: [any SQLiteValue] = [],
    _ read: (SQLiteStatement) throws(StoreError) -> Row?
  ) throws(StoreError) -> [Row] {
    let statement = try statement(text, values)
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { if let row = try read(statement) { rows.append(row) } }
    return rows
  }

  /// Returns the first column of the first row as a number; `nil` if there is no row or the column is null.
  func number(_ text: String, _ values: [any SQLiteValue] = []) throws(StoreError) -> Int64? {
    let statement = try statement(text, values)
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
      case SQLITE_CORRUPT, SQLITE_TOOBIG: .damaged(message)
      case SQLITE_INTERRUPT: .damaged("its content has no end")
      case SQLITE_FULL: .full
      case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: .permissionDenied
      case SQLITE_BUSY, SQLITE_LOCKED: .inUse(nil)
      case SQLITE_IOERR: [ENOSPC, EDQUOT, EFBIG].contains(number) ? .full : .other(message)
      case SQLITE_CANTOPEN: Self.cause(errno: handle.map { sqlite3_system_errno($0) } ?? 0, message)
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
