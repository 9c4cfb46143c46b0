// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Stores made to do harm to the program that reads them.

import CTrackStore
import Foundation
import Glibc
import LocationGeometry
import TestSupport
import Testing
import TrackStore

/// A store in a folder of its own, with reports and a track, and what somebody has done to it with SQLite.
struct CraftedStore {
  let folder: ScratchFolder
  let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
    let store = try PositionStore(path: path)
    _ = try store.addDestination(named: "mqtt")
    try store.append((0..<20).map { .sample($0) }, track: (0..<20).map { .sample($0) })
  }

  /// Runs statements without what protects a store, and leaves the file in a mode of SQLite's journal.
  ///
  /// - Parameter leavesLog: whether to leave the changes in the log, as a program does that is killed.
  func run(_ statements: String, journal: String = "wal", leavesLog: Bool = false) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    core_location_sqlite_set_flag(
      handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leavesLog ? 1 : 0)
    let code = sqlite3_exec(
      handle, "\(statements); PRAGMA journal_mode = \(journal)", nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  /// Creates a rollback journal that names a file, which SQLite would delete.
  func addJournal(naming victim: String) throws {
    try folder.file("positions.sqlite-journal", RollbackJournal.deleting(victim, of: path))
  }

  /// Puts interior pages above the only page of a table, each of which has the next one as each of its children.
  func entangle(_ table: String) throws {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    sqlite3_open(path, &handle)
    sqlite3_prepare_v2(
      handle, "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'", -1, &statement, nil)
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    let root = Int(sqlite3_column_int(statement, 0)) - 1
    sqlite3_finalize(statement)
    sqlite3_close(handle)
    var file = Array(try Data(contentsOf: URL(filePath: path)))
    let leaf = file[root * 4096..<(root + 1) * 4096]
    for level in 0..<18 {
      let next = UInt32(file.count / 4096 + (level == 0 ? 1 : 2))
      // Kind, free block, number of cells, start of their content, fragments; then the last child, and where cells are.
      var page: [UInt8] = [5, 0, 0, 0, 100, 0x0C, 0, 0] + RollbackJournal.bytes([next])
      for cell in 0..<100 { page += [UInt8(0x0C + cell * 5 / 256), UInt8(cell * 5 % 256)] }
      page += [UInt8](repeating: 0, count: 0x0C00 - page.count)
      for cell in 0..<100 { page += RollbackJournal.bytes([next]) + [UInt8(cell)] }
      page += [UInt8](repeating: 0, count: 4096 - page.count)
      if level == 0 { file.replaceSubrange(root * 4096..<(root + 1) * 4096, with: page) }
      if level > 0 { file += page }
    }
    file += leaf
    file.replaceSubrange(28..<32, with: RollbackJournal.bytes([UInt32(file.count / 4096)]))
    try folder.file("positions.sqlite", file)
  }

  /// The bytes of each file in the folder, except for the lock and the index of the log.
  var content: [String: Data] {
    get throws {
      var content: [String: Data] = [:]
      for name in folder.names() where !name.hasSuffix("-lock") && !name.hasSuffix("-shm") {
        content[name] = try Data(contentsOf: folder.url.appending(path: name))
      }
      return content
    }
  }

  /// Checks that nobody can open the store, that the reason is one line, and that nothing is changed.
  func expectRefusal(
    _ code: CInt, _ words: String = "cannot open", _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try content
    for isReading in [true, false] {
      let error = #expect(throws: StoreError.self, sourceLocation: location) {
        _ = isReading ? try PositionStore(reading: path) : try PositionStore(path: path)
      }
      expect(error, code, words, location)
    }
    #expect(try content == before, sourceLocation: location)
  }

  /// Checks that reading the track or opening the store for writing ends with one line, and that nothing is changed.
  func expectDamage(_ circle: Circle? = nil) throws {
    let before = try content
    expect(
      #expect(throws: StoreError.self) {
        try PositionStore(reading: path).track(TrackQuery(circle: circle)) { _ in }
      }, EX_DATAERR, "the file is damaged")
    expect(
      #expect(throws: StoreError.self) { try PositionStore(path: path) }, EX_DATAERR,
      "the file is damaged")
    #expect(try content == before)
  }

  private func expect(
    _ error: StoreError?, _ code: CInt, _ words: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let text = error?.description ?? ""
    #expect(error?.exitCode == code, "\(text)", sourceLocation: location)
    #expect(text.contains(words) && !text.contains("\n"), "\(text)", sourceLocation: location)
  }
}
