// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What a store still contains when its process, its disk or its power fails.

import Foundation
import GNSS
import Glibc
import TestSupport
import Testing
import TrackStore

@Suite struct StoreDurabilityTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  @Test func hasAllThatWasStoredByAProcessThatIsKilled() throws {
    var stored = 0
    for round in 1...5 {
      let process = try ProbeProcess("append", folder.path + "/\(round).sqlite")
      process.wait(forLines: 7 * round * round)
      process.kill()
      stored = process.lines.count
      // One more may have been stored without being printed.
      let count = try prefix(folder.path + "/\(round).sqlite")
      #expect((stored...stored + 1).contains(count))
    }
  }

  @Test func aCopyTakenAtAnyMomentHoldsWhatWasStored() throws {
    let process = try ProbeProcess("append", path)
    for round in 1...20 {
      process.wait(forLines: 20 * round)
      var stored = 0
      let copy = folder.path + "/\(round).sqlite"
      try process.whileStopped {
        stored = process.lines.count
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
      }
      #expect((stored...stored + 1).contains(try prefix(copy)))
    }
    process.kill()
  }

  /// The log is cut off as when power fails while it is being written.
  @Test func aLogThatIsCutOffAnywhereHoldsThatMuch() throws {
    let process = try ProbeProcess("append", path)
    process.wait(forLines: 40)
    process.kill()
    let file = try Data(contentsOf: URL(filePath: path))
    let log = try Data(contentsOf: URL(filePath: path + "-wal"))
    var generator = SeededGenerator(seed: 18)
    var last = 0
    let lengths = [Int](stride(from: 0, to: log.count, by: max(1, log.count / 97)))
    for length in lengths + [log.count] {
      let copy = try folder.file("\(length).sqlite", file)
      let noise = generator.bytes(length % 5000)
      try folder.file("\(length).sqlite-wal", log.prefix(length) + noise)
      let count = try prefix(copy)
      #expect(count >= last)
      last = count
    }
    #expect(last >= 40)
  }

  @Test(arguments: [200_000, 600_000])
  func goesOnWhenThereIsRoomAgain(_ bytes: Int) throws {
    let process = try ProbeProcess("limit", path, "\(bytes)")
    #expect(try process.finish() == 0)
    try expectRecovery(process.lines)
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && (try? ProbeProcess(shell: "unshare -m true").finish()) == 0,
      "mounting needs root"))
  func goesOnWhenTheDiskWasFull() throws {
    let process = try ProbeProcess(
      path,
      shell: """
        unshare -m sh -c 'mount -t tmpfs -o size=1m,mode=755 none /mnt && head -c 600k /dev/zero > /mnt/filler &&
          "$probe" full /mnt/positions.sqlite /mnt/filler && cp /mnt/positions.sqlite* "${1%/*}"' sh "$1"
        """)
    #expect(try process.finish() == 0, "\(process.lines)")
    try expectRecovery(process.lines)
  }

  /// Checks that the reason is one line, and that everything up to the full disk, and ten more, are in the store.
  private func expectRecovery(_ lines: [String]) throws {
    let complaint = try #require(lines.firstIndex { Int($0) == nil }, "\(lines)")
    #expect(lines[complaint].contains("the disk is full; make room"), "\(lines[complaint])")
    let stored = lines.compactMap { Int($0) }
    #expect(stored == Array(0..<complaint + 10))
    #expect(complaint > 10)
    #expect(try prefix(path) == stored.count)
  }

  /// Returns the number of reports in a store, and checks that they and the fixes of its track are the first ones.
  private func prefix(_ path: String) throws -> Int {
    let store = try PositionStore(path: path)
    guard let destination = try store.destinations.first else { return 0 }
    let reports = try store.reports(for: destination.id, limit: .max)
    let first: Int64 = 1_700_000_000_000_000_000
    let seconds = reports.map {
      (($0.report.fix.time?.nanosecondsSince1970 ?? 0) - first) / 1_000_000_000
    }
    #expect(seconds == Array(0..<Int64(seconds.count)))
    var count = 0
    try store.track { _ in count += 1 }
    #expect(count == seconds.count)
    return count
  }
}
