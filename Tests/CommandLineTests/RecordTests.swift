// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps record`, run as a process.
struct RecordTests {
  /// The folder of the repository's recordings.
  static let recordings = Repository.path("Fixtures/recordings")
  static let walk = recordings + "/harbour-walk.nmea"

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private func withoutTimes(_ text: some StringProtocol) -> String {
    String(text).replacing(/\\c:[0-9]+\*[0-9A-F]{2}\\/, with: "")
  }

  private func unzipped(_ path: String) throws -> Run { try Tool.shell("zcat -f \"$1\"", path) }

  // MARK: Recordings

  @Test(
    arguments: ["harbour-walk", "drive-10hz", "cold-start", "outage", "week-rollover", "year-end"])
  func replaysToTheSameFixes(name: String) throws {
    let scratch = try ScratchFolder()
    let log = "\(Self.recordings)/\(name).nmea"
    let expected = try Tool.run(["replay", "--format", "json", log])
    #expect(expected.lines.count > 10)
    for file in ["\(scratch.path)/a.nmea", "\(scratch.path)/a.nmea.gz"] {
      let run = try Tool.run(["record", "--device", "-", file], input: log)
      #expect(run.exitCode == 0)
      #expect(try Tool.run(["replay", "--format", "json", file]).output == expected.output)
    }
    #expect(try withoutTimes(text(scratch.path + "/a.nmea")) == text(log))
  }

  @Test func takesTheFileAsOtherCommandsDo() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<5))
    let file = scratch.path + "/a.nmea"
    let run = try Tool.run(["record", "--device", "-", "-o", file], input: log)
    #expect(run.exitCode == 0 && scratch.names() == ["a.nmea", "log.nmea"])
    expectFailure(
      try Tool.run(["record", "--device", "-", "b.nmea", "--output", "c.nmea"]), 64, "one of them")
    expectFailure(
      try Tool.run(["record", "--device", "-"]), 64, "add --help to see the options")
  }

  @Test func reportsWhatWasRecorded() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<5))
    let file = scratch.path + "/a.nmea"
    let run = try Tool.run(["record", "--device", "-", file], input: log)
    let size = try text(log).utf8.count
    #expect(run.complaintLines.contains("gps: recording to \(file)"))
    #expect(
      run.complaintLines.last == "gps: recorded \(size) bytes, 10 sentences, 5 fixes to \(file)")
  }

  @Test func countsFramesAsSuch() throws {
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      "\"$gps\" simulate --protocol ubx --duration 5 | \"$gps\" record --device - \"$1\"",
      scratch.path + "/a.ubx")
    #expect(run.complaintLines.last?.contains(/bytes, \d+ frames, \d+ fixes to/) == true)
  }

  @Test func writesToStandardOutput() throws {
    let run = try Tool.run(["record", "--device", "-", "-"], input: Self.walk)
    #expect(run.exitCode == 0)
    #expect(try withoutTimes(String(decoding: run.output, as: UTF8.self)) == text(Self.walk))
    let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count == 795)
    #expect(lines.allSatisfy { $0.hasPrefix("\\c:") })
  }

  @Test func endsWithTheReaderOfStandardOutput() throws {
    let run = try Tool.shell(
      "{ \"$gps\" record --device - -; echo code $? >&2; } < \"$1\" | head -n 1", Self.walk)
    #expect(run.output.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(run.complaintLines.last == "code 0")
  }

  @Test func beginsNewFilesBySize() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<1000))
    let run = try Tool.run(
      ["record", "--device", "-", "--rotate-size", "64k", scratch.path + "/a.nmea"], input: log)
    #expect(run.exitCode == 0)
    let parts = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
      .filter { $0.hasPrefix("a-") }.sorted().map { try text(scratch.path + "/" + $0) }
    #expect(parts.count > 2)
    for part in parts { #expect(part.utf8.count <= 1 << 16 && part.hasPrefix("\\c:")) }
    #expect(try parts.map(withoutTimes).joined() == text(log))
    #expect(run.complaintLines.last?.contains("to \(parts.count) files, the last is ") == true)
  }

  /// `script` provides a terminal, and prints what is shown on it.
  @Test func showsProgressOnATerminal() throws {
    let scratch = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let file = scratch.path + "/a.nmea"
    let command =
      "\(try Tool.path) record --device \(terminal.path) --baud 9600 --duration 3 \(file)"
    let tool = try RunningTool(["/usr/bin/script", "-qec", command, "/dev/null"])
    try tool.wait("listening") { try tool.printed.contains("listening to") }
    let log = SampleLog.epochs(0..<2)
    terminal.send(log)
    try tool.wait("the line") {
      try tool.printed.contains("\r\u{1B}[K\(log.utf8.count) bytes, 4 sentences, ")
    }
    #expect(try tool.finish().exitCode == 0)
    let shown = try tool.printed
    #expect(shown.contains(" to \(file)\r\n"))
    #expect(!shown.contains("recording to"))
  }

  @Test func stopsInTime() throws {
    let scratch = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let file = scratch.path + "/a.nmea"
    let run = try Tool.run(["record", "--device", terminal.path, "--duration", "0.3", file])
    #expect(run.exitCode == 75)
    // How far it gets in that time depends on the machine.
    #expect(
      ["no receiver is open yet", "opening \(terminal.path)", "listening to \(terminal.path)"]
        .contains {
          run.complaintLines.last == "gps: nothing to record in 0.3 s: \($0); check the receiver"
        }, "\(run.complaintLines)")
    // The name can be used again.
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  // MARK: Interruptions

  /// Everything that is recorded is in the kernel when the signal arrives; nothing is sent after it.
  @Test(arguments: [SIGTERM, SIGINT], ["a.nmea", "a.nmea.gz"])
  func recordsEverythingThatArrivedBeforeASignal(number: CInt, name: String) throws {
    let scratch = try ScratchFolder()
    for round in 0..<5 {
      let file = "\(scratch.path)/\(round)-\(name)"
      let terminal = try PseudoTerminal()
      let tool = try Tool.start(["record", "--device", terminal.path, "--baud", "9600", file])
      try tool.wait(for: "listening to")
      let log = SampleLog.epochs(0..<200)
      // As much as the kernel takes, which is several times what is read at once, and may end within a sentence.
      let count = terminal.send(log)
      try #require(count > 8192)
      tool.signal(number)
      #expect(try tool.finish().exitCode == 0)
      let run = try Tool.shell("zcat -f \"$1\"", file)
      #expect(run.exitCode == 0)
      let recorded = withoutTimes(String(decoding: run.output, as: UTF8.self))
      #expect(Array(recorded.utf8) == Array(log.utf8.prefix(count)))
    }
  }

  @Test func continuesAfterUnplugging() throws {
    let scratch = try ScratchFolder()
    let (port, file) = (scratch.path + "/port", scratch.path + "/a.nmea")
    var terminal: PseudoTerminal? = try PseudoTerminal()
    try FileManager.default.createSymbolicLink(
      atPath: port, withDestinationPath: terminal?.path ?? "")
    let tool = try Tool.start(["record", "--device", port, "--baud", "9600", file])
    try tool.wait(for: "listening to")
    terminal?.send(SampleLog.epochs(0..<3))
    try tool.wait(for: "has a fix")
    // The link goes first: the terminal's number may be given to another test.
    try FileManager.default.removeItem(atPath: port)
    terminal = nil
    try tool.wait(for: "was unplugged")
    let other = try PseudoTerminal()
    try FileManager.default.createSymbolicLink(atPath: port, withDestinationPath: other.path)
    // Bytes that are sent before the port is open are lost, as with a real port.
    var second = 100
    try tool.wait("a fix", every: .milliseconds(10)) {
      other.send(SampleLog.epochs(second..<second + 1))
      second += 1
      return try tool.complaints.components(separatedBy: "has a fix").count == 3
    }
    let last = SampleLog.epochs(3000..<3003)
    other.send(last)
    tool.signal(SIGTERM)
    #expect(try tool.finish().exitCode == 0)
    let recorded = withoutTimes(try text(file))
    #expect(recorded.hasPrefix(SampleLog.epochs(0..<3)))
    #expect(recorded.hasSuffix(last))
  }

  /// Data that is not compressed yet is in the file as well, so that no other process has to finish it.
  @Test func aCompressedRecordingOutlivesAKill() throws {
    let scratch = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let file = scratch.path + "/a.gz"
    let tool = try Tool.start(["record", "--device", terminal.path, "--baud", "9600", file])
    try tool.wait(for: "listening to")
    var sent: [UInt8] = []
    var rest: ArraySlice<UInt8> = []
    try tool.wait("it is written") {
      if rest.isEmpty { rest = Array(SampleLog.epochs(sent.count..<sent.count + 1).utf8)[...] }
      // A terminal that is nearly full takes a part of it.
      let count = max(0, terminal.send(rest))
      sent += rest.prefix(count)
      rest = rest.dropFirst(count)
      return try Data(contentsOf: URL(filePath: file)).count > 5000
    }
    tool.signal(SIGKILL)
    _ = try tool.finish(killed: true)
    let run = try unzipped(file)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    let recorded = withoutTimes(String(decoding: run.output, as: UTF8.self))
    #expect(recorded.utf8.count > 4000)
    #expect(sent.starts(with: recorded.utf8))
  }

  @Test(arguments: ["a.nmea", "a.gz"])
  func losesNothingWhenItsTerminalIsClosed(name: String) throws {
    let scratch = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let file = scratch.path + "/" + name
    let tool = try Tool.start(["record", "--device", terminal.path, "--baud", "9600", file])
    try tool.wait(for: "listening to")
    let last = SampleLog.epochs(0..<2)
    terminal.send(last)
    tool.signal(SIGHUP)
    #expect(try tool.finish().exitCode == 0)
    #expect(withoutTimes(String(decoding: try unzipped(file).output, as: UTF8.self)) == last)
  }

  @Test func continuesUnderNohup() throws {
    let scratch = try ScratchFolder()
    let terminal = try PseudoTerminal()
    let tool = try RunningTool([
      "/usr/bin/env", "nohup", try Tool.path, "record", "--device", terminal.path, "--baud", "9600",
      scratch.path + "/a.nmea",
    ])
    try tool.wait(for: "listening to")
    tool.signal(SIGHUP)
    var second = 0
    try tool.wait("a fix", every: .milliseconds(10)) {
      terminal.send(SampleLog.epochs(second..<second + 1))
      second += 1
      return try tool.complaints.contains("has a fix")
    }
    tool.signal(SIGTERM)
    #expect(try tool.finish().exitCode == 0)
  }

  @Test func readsWhatItRecordedUnderANameThatIsNotUTF8() throws {
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      name="$1/$(printf 'caf\\351').nmea"
      "$gps" record --plain --device - "$name" < "$2" 2> "$1/said" || exit
      cmp "$name" "$2" || exit
      "$gps" replay --format json "$name" | wc -l
      "$gps" check "$name" | head -n 1
      "$gps" replay "$name.missing"
      """, scratch.path, Self.walk)
    #expect(run.lines == ["144", "\(scratch.path)/caf\\xe9.nmea"])
    expectComplaint(run, "caf\\xe9.nmea.missing: no such file")
    #expect(try text(scratch.path + "/said").contains("to \(scratch.path)/caf\\xe9.nmea"))
  }

  @Test func endsThoughItsRecordingIsNotRead() throws {
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      mkfifo "$1/pipe"; exec 9<>"$1/pipe"
      "$gps" record --device - - < "$2" > "$1/pipe" 2> /dev/null & process=$!
      for _ in $(seq 500); do
        grep -q 'S (sleeping)' /proc/$process/status && sleep 0.2 && break; sleep 0.01
      done
      kill -TERM $process; wait $process
      """, scratch.path, try scratch.file("log", SampleLog.epochs(0..<2000)))
    #expect(run.exitCode == 0)
  }
}
