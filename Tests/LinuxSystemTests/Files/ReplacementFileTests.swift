// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ReplacementFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func appearsWhenItIsComplete() throws {
    let file = try ReplacementFile(scratch.path + "/new")
    try file.write(Array("one ".utf8))
    #expect(scratch.names().isEmpty)
    try file.write(Array("two".utf8))
    try file.publish(overwriting: false)
    #expect(scratch.names() == ["new"])
    #expect(try scratch.text("new") == "one two")
  }

  @Test func leavesNothingBehindIfItIsGivenUp() throws {
    do {
      let file = try ReplacementFile(scratch.path + "/new")
      try file.write([1, 2, 3])
    }
    #expect(scratch.names().isEmpty)
  }

  @Test func leavesAFileOfThatNameAloneUnlessTold() throws {
    let path = try scratch.file("old", "old")
    let first = try ReplacementFile(path)
    try first.write(Array("new".utf8))
    do throws(SystemError) {
      try first.publish(overwriting: false)
      Issue.record("it was replaced")
    } catch {
      #expect(error.errno == EEXIST)
    }
    #expect(try scratch.text("old") == "old")
    let second = try ReplacementFile(path)
    try second.write(Array("new".utf8))
    try second.publish(overwriting: true)
    #expect(try scratch.text("old") == "new")
    #expect(scratch.names() == ["old"])
  }

  @Test func isReadableByWhomTheUserLets() throws {
    let file = try ReplacementFile(scratch.path + "/new")
    try file.publish(overwriting: false)
    var status = stat()
    #expect(stat(scratch.path + "/new", &status) == 0)
    // A call that returns the umask would change it for other tests.
    let line = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("Umask:") }
    let mask = try #require(line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) })
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func needsADirectory() {
    #expect(throws: SystemError.self) { _ = try ReplacementFile(scratch.path + "/none/new") }
  }
}

@Suite struct ScratchFileTests {
  @Test func givesBackWhatWasPutAside() throws {
    let scratch = try ScratchFolder()
    var file = try ScratchFile(in: scratch.path)
    #expect(scratch.names().isEmpty)
    for round in 0..<2 {
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 + round) }
      try file.append(bytes)
      try file.append([1])
      #expect(file.count == 100_001)
      var back: [UInt8] = []
      try file.drain { back += $0 }
      #expect(back == bytes + [1])
      #expect(file.count == 0)
    }
  }
}
