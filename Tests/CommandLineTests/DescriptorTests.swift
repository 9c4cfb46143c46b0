// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// Standard input, output and error that are closed, full, or set up by another program.
@Suite struct DescriptorTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A port with one of their numbers would be read as standard input, or receive the text for standard error.
  @Test func recordsWithAllThreeClosed() throws {
    let terminal = try PseudoTerminal()
    let file = scratch.path + "/a.nmea"
    let process = try RunningTool([
      "/bin/sh", "-c", "exec \"$0\" record --device \"$1\" --baud 9600 \"$2\" <&- >&- 2>&-",
      try Tool.path, terminal.path, file,
    ])
    try process.wait("it records") {
      terminal.send(SampleLog.epochs(0...0))
      return FileManager.default.contents(atPath: file)?.isEmpty == false
    }
    process.signal(SIGTERM)
    #expect(try process.finish().exitCode == 0)
    #expect(!String(decoding: terminal.receive(), as: UTF8.self).contains("gps:"))
    #expect(try Tool.run(["replay", file]).lines.isEmpty == false)
  }

  @Test(
    arguments: [
      ("standard output", "\"$1\" >&-", 74, "cannot write to standard output: bad file descriptor"),
      (
        "standard input", "- <&-", 65, "no valid NMEA 0183 sentence or UBX frame in it, it is empty"
      ),
    ] as [(why: String, end: String, code: CInt, words: String)])
  func reportsAClosedDescriptor(why: String, end: String, code: CInt, words: String) throws {
    let run = try Tool.shell("exec \"$gps\" replay \(end)", RecordTests.walk)
    #expect(run.exitCode == code)
    #expect(run.complaintLines.first?.contains(words) == true, "\(run.complaintLines)")
  }

  /// The pipe to the program that decompresses it would get their numbers.
  @Test(arguments: ["<&-", "<&- 2>&-", "2>&-"])
  func replaysWhatIsCompressedWithoutThem(closed: String) throws {
    let file = try scratch.compressedFile("a.nmea", SampleLog.epochs(0..<20))
    let alone = try Tool.run(["replay", "--format", "json", file])
    let run = try Tool.shell("exec \"$gps\" replay --format json \"$1\" \(closed)", file)
    #expect(run.exitCode == 0 && run.lines.count == 20)
    #expect(run.output == alone.output)
  }

  @Test func replayOfWhatIsCompressedEndsWithAllThreeClosed() throws {
    let file = try scratch.compressedFile("a.nmea", SampleLog.epochs(0..<20))
    let run = try Tool.shell("exec \"$gps\" replay \"$1\" <&- >&- 2>&-", file)
    #expect(run.exitCode == 74)
  }

  /// Another program that shares the pipe may have made it nonblocking.
  ///
  /// `watch` is left out: while its output is not read, it drops the oldest fixes.
  @Test(arguments: ["replay --format json -", "decode -"])
  func waitsForRoomInANonBlockingPipe(command: String) throws {
    let log = try scratch.file("a.nmea", SampleLog.epochs(0..<2000))
    let run = try Tool.shell(
      """
      { python3 -c 'import os, sys; os.set_blocking(1, False); os.execv(sys.argv[1], sys.argv[1:])' \
          "$gps" \(command) < "$1"; echo "exit code $?" >&2; } | { sleep 1; cat; }
      """, log)
    #expect(run.complaintLines.last == "exit code 0", "\(run.complaintLines)")
    let alone = try Tool.shell("\"$gps\" \(command) < \"$1\"", log)
    #expect(run.output.count > 65_536)
    #expect(run.output == alone.output)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func endsThoughItsOutputIsNotRead(signal: CInt) throws {
    let terminal = try PseudoTerminal()
    let path = scratch.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    let process = try RunningTool([
      "/bin/sh", "-c", "exec \"$0\" watch \"$1\" --baud 9600 --json > \"$2\"", try Tool.path,
      terminal.path, path,
    ])
    var second = 0
    try process.wait("the pipe is full", every: .milliseconds(1)) {
      if terminal.send(SampleLog.epochs(second..<second + 1)) > 0 { second += 1 }
      var room = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
      return poll(&room, 1, 0) == 0
    }
    process.signal(signal)
    #expect(try process.finish().exitCode == 0)
  }
}
