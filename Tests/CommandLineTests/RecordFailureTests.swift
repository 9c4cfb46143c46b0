// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What `gps record` reports when it cannot record, and what it leaves behind.
struct RecordFailureTests {
  @Test func doesNotOverwriteAFile() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("a.nmea", "mine")
    let run = try Tool.run(["record", "--device", "-", file], input: RecordTests.walk)
    expectFailure(run, 74, "cannot record to \(file): the file already exists; choose")
    #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8) == "mine")
  }

  @Test(
    arguments: [
      ("no folder", ["--device", "-", "/nowhere/a.nmea"], 74, "no such directory"),
      ("a directory", ["--device", "-", "/tmp"], 74, "it is a directory"),
    ] as [(why: String, arguments: [String], code: CInt, words: String)])
  func explainsFailures(why: String, arguments: [String], code: CInt, words: String) throws {
    expectFailure(try Tool.run(["record"] + arguments), code, words)
  }

  @Test func leavesNoEmptyFileBehindWithoutADevice() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path + "/a.nmea"
    expectFailure(
      try Tool.run(["record", "--no-wait", "--device", "/dev/nope", file]), 69, "no such device")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func needsNoOtherProgramToCompress() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path + "/a.nmea.gz"
    let run = try Tool.run(
      ["record", "--device", "-", file], input: RecordTests.walk, searchPath: "/nowhere")
    #expect(run.exitCode == 0)
    #expect(try ServerProcess.run(["/usr/bin/gzip", "-dc", file]).utf8.count > 60_000)
  }

  // MARK: A full disk

  /// Whether a mount namespace can be made, in which a small disk can be mounted that disappears with the process.
  static let mayMount: Bool = {
    let run = try? Tool.shell("unshare -m mount -t tmpfs -o size=16k none /mnt")
    return run?.exitCode == 0
  }()

  /// Records to a disk of the given size, and returns the run, the recorded text and the names of the files.
  private func record(
    _ log: String, onDiskOf size: String, as name: String, _ options: String = ""
  ) throws -> (run: Run, content: String, files: [String]) {
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      unshare -m sh -c 'mount -t tmpfs -o size='$2' none /mnt || exit 99
      "$0" record --device - '"$4"' /mnt/'$3' < "$1"; code=$?
      for file in /mnt/*; do cp "$file" "'"$5"'"; done; exit $code' "$gps" "$1"
      """, log, size, name, options, scratch.path)
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    let content = try Tool.shell(
      "cd \"$1\"; for file in *; do zcat -f \"$file\" || exit; done", scratch.path)
    #expect(content.exitCode == 0)
    let text = String(decoding: content.output, as: UTF8.self)
      .replacing(/\\c:[0-9]+\*[0-9A-F]{2}\\/, with: "")
    return (run, text, files)
  }

  @Test(.enabled(if: mayMount, "needs to mount a small disk"))
  func keepsWholeSentencesOnAFullDisk() throws {
    let (run, content, _) = try record(RecordTests.walk, onDiskOf: "32k", as: "a.nmea")
    #expect(run.exitCode == 74)
    expectDiskFull(run, "the disk is full, and up to")
    try expectWholeSentences(content, of: RecordTests.walk)
    // A line has 20 bytes of time and 64 of sentence: sentences fill three quarters of 32 KB, less one at most.
    #expect(content.utf8.count > 24_000)
  }

  @Test(.enabled(if: mayMount, "needs to mount a small disk"))
  func keepsWholeMembersOnAFullDisk() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("log.nmea", SampleLog.epochs(0..<2000))
    let (run, content, files) = try record(log, onDiskOf: "8k", as: "a.gz", "--rotate-size 64k")
    #expect(run.exitCode == 74)
    expectDiskFull(run, "the disk is full, and up to")
    #expect(files.count == 1)
    try expectWholeSentences(content, of: log)
    #expect(content.utf8.count > 8192)
  }

  /// The limit on a process's files acts like a full disk.
  @Test func keepsWholeSentencesAtALimit() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path + "/a.nmea"
    // 40 blocks of 512 bytes are 20480 bytes.
    let run = try Tool.shell(
      "ulimit -f 40; exec \"$gps\" record --device - \"$2\" < \"$1\"", RecordTests.walk, file)
    #expect(run.exitCode == 74)
    expectDiskFull(run, "the file has reached the largest size allowed, and up to")
    let content = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    #expect(content.utf8.count > 20_000 && content.utf8.count <= 20_480)
    let text = content.replacing(/\\c:[0-9]+\*[0-9A-F]{2}\\/, with: "")
    try expectWholeSentences(text, of: RecordTests.walk)
  }

  @Test func keepsACompressedFileWholeAtALimit() throws {
    let scratch = try ScratchFolder()
    let file = scratch.path + "/a.nmea.gz"
    let run = try Tool.shell(
      "ulimit -f 12; exec \"$gps\" record --device - \"$2\" < \"$1\"", RecordTests.walk, file)
    #expect(run.exitCode == 74)
    expectDiskFull(run, "the file has reached the largest size allowed, and up to")
    let content = try ServerProcess.run(["/usr/bin/gzip", "-dc", file])
    #expect(content.utf8.count > 10_000)
    let text = content.replacing(/\\c:[0-9]+\*[0-9A-F]{2}\\/, with: "")
    try expectWholeSentences(text, of: RecordTests.walk)
  }

  /// Expects one line that reports it; the other lines report the state of the receiver.
  private func expectDiskFull(_ run: Run, _ words: String) {
    #expect(run.complaintLines.count { $0.contains("cannot") } == 1)
    #expect(run.complaintLines.last?.contains(words) == true, "\(run.complaintLines)")
  }

  /// Expects the beginning of a log, up to the end of a sentence or the end of its line.
  private func expectWholeSentences(_ content: String, of log: String) throws {
    let whole = try String(contentsOf: URL(filePath: log), encoding: .utf8)
    #expect(whole.hasPrefix(content))
    let rest = whole.utf8.dropFirst(content.utf8.count)
    #expect(rest.starts(with: Array("\r\n".utf8)) || rest.first == UInt8(ascii: "$"))
  }
}
