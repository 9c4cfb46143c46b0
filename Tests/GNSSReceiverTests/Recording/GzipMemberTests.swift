// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import GNSSReceiver

@Suite final class GzipMemberTests {
  private let scratch: ScratchFolder
  private let path: String
  private let file: CInt

  init() throws {
    scratch = try ScratchFolder()
    path = scratch.path + "/member.gz"
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(file >= 0)
  }

  deinit { close(file) }

  private var content: String {
    get throws {
      var bytes: [UInt8] = []
      var reader = try RecordingReader(path: path)
      while try reader.next({ piece in piece.withUnsafeBytes { bytes += $0 } }) {}
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func membersAreReadOneAfterTheOther() throws {
    for text in ["one ", "two"] {
      let member = try GzipMember.begin(in: file, path)
      let isTaken = member.send(Array(text.utf8))
      #expect(isTaken)
      let isWhole = member.finish()
      #expect(isWhole)
    }
    #expect(try content == "one two")
  }

  /// What a shutdown and a terminal send to all processes does not end it before its input does.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func outlivesSignals(number: CInt) throws {
    let member = try GzipMember.begin(in: file, path)
    let isTaken = member.send(Array("kept".utf8))
    #expect(isTaken)
    #expect(kill(member.gzip, number) == 0)
    let isWhole = member.finish()
    #expect(isWhole)
    #expect(try content == "kept")
  }

  @Test func isNotInTheTerminalsForeground() throws {
    let member = try GzipMember.begin(in: file, path)
    #expect(getpgid(member.gzip) == member.gzip)
    let isWhole = member.finish()
    #expect(isWhole)
  }

  /// As at the end of a process that was killed.
  @Test func keepsWhatItWasSentWhenNobodyFinishesIt() throws {
    do {
      let member = try GzipMember.begin(in: file, path)
      let isTaken = member.send(Array("kept".utf8))
      #expect(isTaken)
    }
    #expect(try content == "kept")
  }

  @Test func tellsThatItWasKilled() throws {
    let member = try GzipMember.begin(in: file, path)
    #expect(kill(member.gzip, SIGKILL) == 0)
    // No signal ends this process, whenever the other one is gone.
    _ = member.send([UInt8](repeating: 0, count: 1 << 20))
    let isWhole = member.finish()
    #expect(!isWhole)
  }
}
