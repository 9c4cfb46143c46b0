// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Which files are stores, and which processes may open them.

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing
import TrackStore

@Suite struct StoreOpeningTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  /// Returns the bytes of a store with some content, which no process has open.
  private func store() throws -> [UInt8] {
    do {
      let store = try PositionStore(path: path)
      _ = try store.addDestination(named: "mqtt")
      for second in 0..<50 {
        try store.append(
          (0..<20).map { .sample(Int64(20 * second + $0)) },
          track: (0..<20).map { .sample(Int64(20 * second + $0)) })
      }
    }
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test(
    arguments: [
      ("a text", Array("$GPGGA,120000,4732.622,N\n".utf8)),
      ("a longer one", [UInt8](repeating: 0x41, count: 10_000)),
      ("the beginning of a database", Array("SQLite format 3\u{0}".utf8)),
    ])
  func refusesWhatIsSomethingElse(_ name: String, _ bytes: [UInt8]) throws {
    try folder.file("positions.sqlite", bytes)
    try expectRefusal(.foreign, leaving: bytes)
    #expect(folder.names() == ["positions.sqlite"])
  }

  @Test(
    arguments: [
      ("a database of another program", 68, [0x47, 0x50, 0x4B, 0x47], .foreign),
      ("a database that does not say whose it is", 68, [0, 0, 0, 0], .foreign),
      ("a later version's", 60, [0, 0, 0, 4], .newer(4)),
    ] as [(String, Int, [UInt8], StoreError.Cause)])
  func refusesTheDatabases(
    _ name: String, _ offset: Int, _ number: [UInt8], _ cause: StoreError.Cause
  ) throws {
    var bytes = try store()
    bytes.replaceSubrange(offset..<offset + 4, with: number)
    try folder.file("positions.sqlite", bytes)
    try expectRefusal(cause, leaving: bytes)
  }

  @Test func aDamagedStoreIsRefusedAndLeftAsItIs() throws {
    let bytes = try store()
    var generator = SeededGenerator(seed: 30)
    var refused = 0
    for page in 1..<(bytes.count / 4096) {
      var damaged = bytes
      damaged.replaceSubrange(
        page * 4096..<page * 4096 + 512, with: generator.bytes(512))
      try folder.file("positions.sqlite", damaged)
      do throws(StoreError) {
        let store = try PositionStore(path: path)
        // The page may be free, or contain nothing that matters.
        _ = try store.destinations
      } catch {
        guard case .damaged = error.cause else {
          Issue.record("\(error)")
          continue
        }
        refused += 1
        #expect(error.exitCode == EX_DATAERR)
        #expect(error.description.contains("positions.sqlite: the file is damaged"))
        #expect(!error.description.contains("\n"))
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == damaged)
      }
    }
    #expect(refused > bytes.count / 4096 / 2)
  }

  @Test func oneProcessAtATimeHasIt() throws {
    let process = try ProbeProcess("hold", path)
    process.wait(forLines: 1)
    #expect(throws: StoreError("open", path, .inUse(process.number))) {
      try PositionStore(path: path)
    }
    // Any process may read.
    #expect(try PositionStore(reading: path).destinations.isEmpty)
    #expect(try process.finish() == 0)
    let store = try PositionStore(path: path)
    let other = try ProbeProcess("hold", path)
    #expect(try other.finish() == EX_UNAVAILABLE)
    #expect(other.lines.first?.contains("process \(getpid()) is using it") == true)
    try store.append([.sample(0)])
  }

  @Test func aProcessHasItUntilItsLastConnectionIsGone() throws {
    var first: PositionStore? = try PositionStore(path: path)
    let second = try PositionStore(path: folder.path + "/./positions.sqlite")
    try first?.append([.sample(0)])
    first = nil
    #expect(try ProbeProcess("hold", path).finish() == EX_UNAVAILABLE)
    try second.append([.sample(1)])
  }

  @Test(arguments: [("missing.sqlite", true), ("no/such/folder.sqlite", false)])
  func saysWhatIsMissing(_ name: String, _ isReading: Bool) {
    let path = folder.path + "/" + name
    let error = #expect(throws: StoreError.self) {
      _ = isReading ? try PositionStore(reading: path) : try PositionStore(path: path)
    }
    #expect(error?.cause == .missing)
    #expect(error?.exitCode == EX_NOINPUT)
    #expect(folder.names().isEmpty)
  }

  @Test func aReaderLeavesNothingBehind() throws {
    _ = try store()
    let names = folder.names()
    do {
      let store = try PositionStore(reading: path)
      try store.track { _ in }
      #expect(throws: StoreError.self) { try store.append([.sample(0)]) }
    }
    #expect(folder.names() == names)
  }

  /// Checks that the file is refused in every way, and remains unchanged.
  private func expectRefusal(_ cause: StoreError.Cause, leaving bytes: [UInt8]) throws {
    let error = #expect(throws: StoreError.self) { try PositionStore(path: path) }
    #expect(error?.cause == cause)
    #expect(error?.exitCode == EX_DATAERR)
    #expect(throws: StoreError.self) { try PositionStore(reading: path) }
    #expect(Array(try Data(contentsOf: URL(filePath: path))) == bytes)
  }

  /// The first version did not record deliveries.
  @Test func readsAndContinuesAFileOfTheFirstVersion() throws {
    let old = try CraftedStore()
    try old.run(
      "DROP TABLE track_quarter; ALTER TABLE destination DROP COLUMN delivered; PRAGMA user_version = 1"
    )
    let read = try #require(try PositionStore(reading: old.path).destinations.first)
    #expect(read.backlog == 20 && read.delivered == nil && read.oldest != nil)
    let store = try PositionStore(path: old.path)
    try store.acknowledge(for: read.id, upTo: try store.reports(for: read.id, limit: 5)[4].id)
    let continued = try #require(try PositionStore(reading: old.path).destinations.first)
    #expect(continued.backlog == 15)
    #expect(continued.oldest.map { $0 - (read.oldest ?? 0) } == 5_000_000, "a second apart")
    let now = nanosecondsSince1970()
    #expect(continued.delivered.map { (0..<60_000_000_000).contains(now - $0) } == true)
  }
}
