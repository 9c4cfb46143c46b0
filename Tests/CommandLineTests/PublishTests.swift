// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

#if Publishing
  /// `gps publish` to a file, and to the addresses in one.
  @Suite struct PublishTests {
    private let scratch: ScratchFolder
    private let store: String

    init() throws {
      scratch = try ScratchFolder()
      chmod(scratch.path, 0o700)
      store = scratch.path + "/positions.sqlite"
    }

    private func publish(_ arguments: String...) throws -> Run {
      try Tool.run(["publish", "--store", store] + arguments)
    }

    private func replay(_ arguments: String...) throws -> Run {
      try Tool.run(
        [
          "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max", "--name",
          "ada",
        ]
          + arguments)
    }

    @Test func publishesToTheAddressesInAFile() throws {
      let addresses = try scratch.file(
        "addresses", "# one for each program\n\nfile:\(scratch.path)/a\nfile:\(scratch.path)/b\n")
      chmod(addresses, 0o600)
      let run = try replay("@\(addresses)")
      #expect(run.exitCode == 0, "\(run.complaintLines)")
      let lines = try scratch.text("a").split(separator: "\n")
      #expect(lines.first?.hasPrefix(#"{"device":"ada","occasion":"start","#) == true)
      #expect(try scratch.text("b") == scratch.text("a"))
      // Everything has arrived.
      let status = try publish("--status")
      #expect(status.lines.count == 2)
      for (line, name) in zip(status.lines, ["a", "b"]) {
        let start = "file:\(scratch.path)/\(name): 0 positions waiting, 0 dropped, last delivery 20"
        #expect(line.hasPrefix(start), "\(line)")
      }
      let json = try publish("--status", "--json").lines
      #expect(json.count == 2)
      #expect(
        json.first?.hasPrefix(
          #"{"destination":"file:\#(scratch.path)/a","dropped":0,"lastDelivery":"20"#)
          == true)
      #expect(json.first?.hasSuffix(#"Z","waiting":0}"#) == true)
    }

    /// libpq would complain in its own words about a file of passwords that is not read.
    @Test func aDatabaseThatIsDownIsOneLine() throws {
      let tool = try Tool.start([
        "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max",
        "postgres://127.0.0.1:1/shore",
      ])
      try tool.wait(for: "waiting: cannot")
      tool.signal(SIGINT)
      let run = try tool.finish()
      #expect(run.complaintLines.allSatisfy { $0.hasPrefix("gps: ") }, "\(run.complaintLines)")
    }

    @Test func refusesAddressesThatOthersCanRead() throws {
      let addresses = try scratch.file("addresses", "file:\(scratch.path)/a\n")
      chmod(addresses, 0o644)
      let run = try replay("@\(addresses)")
      #expect(run.exitCode == EX_NOPERM)
      #expect(
        run.complaintLines == [
          "gps: cannot read addresses: others may read \(addresses); run \"chmod go= \(addresses)\""
        ])
    }

    @Test func listsADestinationThatRefusesPositions() throws {
      // As long as another process writes to the file, positions wait.
      let path = try scratch.file("a", [])
      let held = open(path, O_RDWR | O_CLOEXEC)
      try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
      let tool = try Tool.start([
        "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max", "file:\(path)",
      ])
      try tool.wait(for: "waiting: cannot append")
      tool.signal(SIGINT)
      _ = try tool.finish()
      close(held)
      #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
      #expect(try replay("file:\(path)").exitCode != 0)
      let waiting = try publish("--status").lines
      #expect(waiting.count == 1 && waiting[0].hasPrefix("file:\(scratch.path)/a: "))
      #expect(waiting[0].contains(" waiting, 0 dropped, oldest waiting 20"))
      #expect(!waiting[0].contains("delivery"))
    }
  }
#endif
