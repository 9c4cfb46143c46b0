// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Files that call themselves stores, and were made to do harm.

import Foundation
import Glibc
import LocationGeometry
import TestSupport
import Testing
import TrackStore

@Suite(.timeLimit(.minutes(2))) struct HostileStoreTests {
  private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  @Test(
    arguments: [
      (
        "the track is a view without end",
        """
        DROP TABLE track; CREATE VIEW track AS \(endless)
        SELECT i AS time, 0.0 AS latitude, 0.0 AS longitude, x'00000000' AS detail FROM n
        """
      ),
      (
        "the queue is a view without end",
        "DROP TABLE report; CREATE VIEW report AS \(endless) SELECT i AS id, '' AS device FROM n"
      ),
      (
        "a part of the R-tree is a view without end",
        """
        PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'view', rootpage = 0,
        sql = 'CREATE VIEW track_minute_node AS \(endless) SELECT i AS nodeno, i AS data FROM n'
        WHERE name = 'track_minute_node'
        """
      ),
      ("a trigger", "CREATE TRIGGER t AFTER INSERT ON track BEGIN DELETE FROM report; END"),
      ("another table", "CREATE TABLE other (value)"),
      ("an index that calculates", "CREATE INDEX other ON track (latitude + 1)"),
      (
        "a column that calculates",
        """
        DROP TABLE track; CREATE TABLE track (time INTEGER PRIMARY KEY, latitude REAL AS (1.0),
        longitude REAL NOT NULL, detail BLOB NOT NULL)
        """
      ),
      ("no queue", "DROP TABLE report"),
      ("nothing but the header", "DROP TABLE report; DROP TABLE track; DROP TABLE track_minute"),
    ], ["wal", "delete"])
  func hasTheTablesOfAStoreAndNothingElse(
    _ attack: (name: String, statements: String), _ journal: String
  ) throws {
    let store = try CraftedStore()
    try store.run(attack.statements, journal: journal)
    try store.expectRefusal(EX_DATAERR, "the file is damaged (")
  }

  @Test func whatIsOnlyInTheLogIsNoBetter() throws {
    for statements in ["CREATE VIEW other AS SELECT 1", "PRAGMA user_version = 4"] {
      let store = try CraftedStore()
      try store.run(statements, leavesLog: true)
      #expect(try store.content["positions.sqlite-wal"]?.isEmpty == false)
      try store.expectRefusal(EX_DATAERR)
    }
  }

  @Test(
    arguments: [
      ("infinite", "latitude = 9e999"),
      ("beyond the pole", "latitude = 90.001"),
      ("beyond the antimeridian", "longitude = -180.001"),
      ("a text", "longitude = 'east'"),
      ("a blob", "latitude = x'00'"),
      ("a text in place of the detail", "detail = '1234'"),
      ("an infinite speed", "detail = x'08000000000000000000F07F'"),
      ("an altitude that is no number", "detail = x'01000000000000000000F87F'"),
      ("a detail that is cut off", "detail = x'0800000000'"),
      ("a detail as long as a novel", "detail = zeroblob(2000000)"),
    ], ["wal", "delete"])
  func refusesValues(_ attack: (name: String, change: String), _ journal: String) throws {
    let store = try CraftedStore()
    try store.run("UPDATE track SET \(attack.change) WHERE time % 20000000 = 0", journal: journal)
    try store.expectDamage()
  }

  /// Its time would be after that of the rows that follow.
  @Test func refusesALeapSecondInTheMiddleOfAMinute() throws {
    let store = try CraftedStore()
    try store.run("UPDATE track SET detail = x'00004000' WHERE time % 60000000 != 0")
    try store.expectDamage()
  }

  @Test(
    arguments: [
      ("the last number for a report", "UPDATE sqlite_sequence SET seq = 9223372036854775807"),
      ("a text for the number of reports", "UPDATE sqlite_sequence SET seq = 'many'"),
      ("a report from the future", "UPDATE report SET id = 9223372036854775807 WHERE id = 20"),
      ("more received than sent", "UPDATE destination SET acknowledged = 21"),
      ("less than nothing dropped", "UPDATE destination SET dropped = -9223372036854775808"),
      ("a text for what was received", "UPDATE destination SET acknowledged = 'all'"),
      ("a blob for a name", "UPDATE destination SET name = x'00'"),
      ("an unknown occasion", "UPDATE report SET occasion = 'whim' WHERE id = 7"),
      ("a report after the last date", "UPDATE report SET time = 253402300800000000"),
      ("a report at the last number", "UPDATE report SET time = 9223372036854775807"),
      (
        "a fix at the first number",
        "UPDATE track SET time = -9223372036854775808 WHERE time % 20000000 = 0"
      ),
      ("an infinite place", "UPDATE report SET longitude = 9e999 WHERE id = 7"),
    ])
  func refusesAQueue(_ name: String, _ statements: String) throws {
    let store = try CraftedStore()
    try store.run(statements)
    let before = try store.content
    let error = #expect(throws: StoreError.self) { try PositionStore(path: store.path) }
    #expect(error?.exitCode == EX_DATAERR, "\(error?.description ?? "")")
    #expect(try store.content == before)
  }

  /// SQLite reads each of these tables for centuries.
  @Test(arguments: ["wal", "delete"])
  func aTableWhosePagesLeadToEachOtherHasAnEnd(_ journal: String) throws {
    let store = try CraftedStore()
    try store.run("SELECT 1", journal: journal)
    try store.entangle("track")
    try store.expectDamage()
    try store.entangle("report")
    let before = try store.content
    let error = #expect(throws: StoreError.self) {
      try PositionStore(reading: store.path).destinations
    }
    #expect(error?.exitCode == EX_DATAERR)
    #expect(try store.content == before)
  }

  @Test func anRTreeWhoseNodesLeadToEachOtherHasAnEnd() throws {
    let store = try CraftedStore()
    // Every node but the last has the next one as each of its children; the places of the last are far away.
    let nodes = (1...40).map { (number: UInt32) -> String in
      let box: [Float] = number == 40 ? [-80, -79, 0, 1] : [-90, 90, -180, 180]
      let child = RollbackJournal.bytes([0, number + 1] + box.map(\.bitPattern))
      var node = RollbackJournal.bytes([(number == 1 ? 39 << 16 : 0) + 51])
      for _ in 0..<51 { node += child }
      let digits = node.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
      return """
        INSERT OR REPLACE INTO track_minute_node VALUES (\(number), x'\(digits)');
        INSERT OR REPLACE INTO track_minute_parent VALUES (\(number + 1), \(number))
        """
    }
    try store.run(nodes.joined(separator: ";"))
    try store.expectDamage(Circle(latitude: 47.5437, longitude: 9.6833, radius: 100))
  }
}
