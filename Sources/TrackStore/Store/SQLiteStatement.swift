// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore

/// A prepared statement that its connection keeps.
///
/// Parameters are numbered from 1 and columns from 0, as in SQLite.
struct SQLiteStatement {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer
  private let path: String

  init(_ pointer: OpaquePointer, of connection: OpaquePointer, _ path: String) {
    (self.pointer, self.connection, self.path) = (pointer, connection, path)
  }

  /// Releases the statement, which cannot be used afterwards.
  func finalize() { sqlite3_finalize(pointer) }

  /// Makes the statement ready for reuse, with no parameters bound, and releases a lock that it holds.
  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func bind<Value: SQLiteValue>(_ value: Value?, at index: CInt) throws(StoreError) {
    let code = value?.bind(to: pointer, at: index) ?? sqlite3_bind_null(pointer, index)
    guard code == SQLITE_OK else { throw StoreError(connection, code, doing: "use", path) }
  }

  /// Advances to the next row; returns false if there is none.
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

  /// Runs the statement to its end, after which it is ready for reuse.
  func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Returns the number in a column; 0 if it is null.
  func number(_ column: CInt) -> Int64 { sqlite3_column_int64(pointer, column) }

  func type(_ column: CInt) -> CInt { sqlite3_column_type(pointer, column) }

  /// Returns the number in a column; 0 if it is null.
  func double(_ column: CInt) -> Double { sqlite3_column_double(pointer, column) }

  func integer(_ column: CInt) -> Int64? { type(column) == SQLITE_NULL ? nil : number(column) }

  func real(_ column: CInt) -> Double? { type(column) == SQLITE_NULL ? nil : double(column) }

  func text(_ column: CInt) -> String? {
    guard let start = sqlite3_column_text(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Passes the bytes of a column to a closure; they are valid only until the next row.
  func withBlob<Result>(_ column: CInt, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = sqlite3_column_blob(pointer, column)
    return body(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }
}

/// What a parameter can be bound to.
protocol SQLiteValue {
  /// Binds a parameter to it, and returns SQLite's result.
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt
}

extension Int64: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Double: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(
          statement, index, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension [UInt8]: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    sqlite3_bind_blob64(statement, index, self, UInt64(count), copied)
  }
}

/// The constant SQLITE_TRANSIENT of C: SQLite copies the value before it returns.
///
/// It is not the address of any function.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
