// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A prepared statement of SQLite.

#if Publishing
  import CSQLite

  /// A prepared statement, whose connection keeps it.
  ///
  /// Parameters count from 1 and columns from 0, as they do in SQLite.
  struct SQLiteStatement {
    private let pointer: OpaquePointer
    private let connection: OpaquePointer
    private let path: String

    init(_ pointer: OpaquePointer, of connection: OpaquePointer, _ path: String) {
      self.pointer = pointer
      self.connection = connection
      self.path = path
    }

    /// Ends it for good.
    func finalize() { sqlite3_finalize(pointer) }

    /// Makes it ready to be used again, with no parameters bound; a lock that it holds is released.
    func reset() {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }

    func bind(_ value: Int64?, at index: CInt) throws(StoreError) {
      try check(
        value.map { sqlite3_bind_int64(pointer, index, $0) } ?? sqlite3_bind_null(pointer, index))
    }

    func bind(_ value: Double?, at index: CInt) throws(StoreError) {
      try check(
        value.map { sqlite3_bind_double(pointer, index, $0) } ?? sqlite3_bind_null(pointer, index))
    }

    func bind(_ text: String?, at index: CInt) throws(StoreError) {
      guard var text else { return try check(sqlite3_bind_null(pointer, index)) }
      let code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            pointer, index, $0.baseAddress, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
      try check(code)
    }

    func bind(_ bytes: [UInt8], at index: CInt) throws(StoreError) {
      try check(
        sqlite3_bind_blob64(pointer, index, bytes, UInt64(bytes.count), Self.copied))
    }

    /// Goes on to the next row; false if there is none.
    func step() throws(StoreError) -> Bool {
      let code = sqlite3_step(pointer)
      if code == SQLITE_ROW { return true }
      guard code == SQLITE_DONE else {
        let error = StoreError(connection, code, doing: "use", path)
        sqlite3_reset(pointer)
        throw error
      }
      return false
    }

    /// Runs it to its end; it is ready to be used again.
    func run() throws(StoreError) {
      while try step() {}
      reset()
    }

    /// A number that is not empty; 0 if it is.
    func number(_ column: CInt) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// A number that is not empty; 0 if it is.
    func double(_ column: CInt) -> Double { sqlite3_column_double(pointer, column) }

    func integer(_ column: CInt) -> Int64? {
      sqlite3_column_type(pointer, column) == SQLITE_NULL
        ? nil : sqlite3_column_int64(pointer, column)
    }

    func real(_ column: CInt) -> Double? {
      sqlite3_column_type(pointer, column) == SQLITE_NULL
        ? nil : sqlite3_column_double(pointer, column)
    }

    func text(_ column: CInt) -> String? {
      guard let start = sqlite3_column_text(pointer, column) else { return nil }
      let count = Int(sqlite3_column_bytes(pointer, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Hands over the bytes of a column, which are gone with the row.
    func withBlob<Result>(_ column: CInt, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      let start = sqlite3_column_blob(pointer, column)
      return body(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }

    /// What C calls SQLITE_TRANSIENT: SQLite makes a copy before it returns.
    ///
    /// No function has this address.
    private static var copied: sqlite3_destructor_type {
      unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func check(_ code: CInt) throws(StoreError) {
      guard code == SQLITE_OK else { throw StoreError(connection, code, doing: "use", path) }
    }
  }
#endif
