// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import ReceiverRecording
import TestSupport
import Testing

@testable import RecordingWriter

@Suite final class RecorderTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// 15 June 2024, 12:00:00.123 UTC.
  static let start: Int64 = 1_718_452_800_123
  /// 32 bytes without the line end, 52 with the TAG block.
  static let sentence = "$GPGLL,4732.622,N,00940.998,E*6A"
  static let line = Array((sentence + "\r\n").utf8)

  func path(_ name: String) -> String { scratch.path + "/" + name }

  var files: [String] { scratch.names() }

  func content(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Returns the decompressed content of a recording, and the error that ended it.
  func read(_ path: String) -> (bytes: [UInt8], error: RecordingError?) {
    var bytes: [UInt8] = []
    do throws(RecordingError) {
      var reader = try RecordingReader(path: path)
      while try reader.next({ piece in piece.withUnsafeBytes { bytes += $0 } }) {}
      return (bytes, nil)
    } catch {
      return (bytes, error)
    }
  }

  func withoutTimes(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing(/\\c:[0-9]+\*[0-9A-F]{2}\\/, with: "")
  }

  /// Records a line every `interval` milliseconds, by the wall clock and by the monotonic clock.
  func record(
    _ lines: Int, every interval: Int64, to name: String, _ rotation: RecordingRotation = .never
  ) throws {
    var recorder = try Recorder(path: path(name), rotation: rotation)
    for index in 0..<Int64(lines) {
      let now = Duration.milliseconds(index * interval)
      try recorder.elapse(to: now)
      try recorder.append(Self.line.span.bytes, at: Self.start + index * interval, now: now)
    }
    try recorder.finish()
  }

  // MARK: What is written

  /// The XOR of the characters of `c:1718452800123` is 6D: see `RecordingFormatterTests`.
  @Test func writesTheTimeInFrontOfASentence() throws {
    try record(1, every: 1000, to: "a.nmea")
    #expect(try content("a.nmea") == Array("\\c:1718452800123*6D\\".utf8) + Self.line)
  }

  @Test(arguments: ["a.nmea", "a.nmea.gz"])
  func keepsWhatIsNoSentence(name: String) throws {
    let input = [0xB5, 0x62, 0x00, 0x24] + Self.line + Array("$GPGLL,1*00\r\n$GPG".utf8)
    var recorder = try Recorder(path: path(name))
    for byte in input { try recorder.append([byte].span.bytes, at: Self.start, now: .zero) }
    try recorder.finish()
    #expect(recorder.byteCount == input.count)
    #expect(recorder.sentenceCount == 1)
    let (bytes, error) = read(path(name))
    #expect(error == nil)
    let time = Array("\\c:1718452800123*6D\\".utf8)
    #expect(bytes == input[..<4] + time + input[4...])
  }

  // MARK: When it is written

  @Test func writesASecondLateAtTheMost() throws {
    var recorder = try Recorder(path: path("a.nmea"))
    #expect(recorder.deadline == nil)
    try recorder.append(Self.line.span.bytes, at: Self.start, now: .seconds(5))
    #expect(recorder.deadline == .seconds(6))
    try recorder.elapse(to: .milliseconds(5999))
    #expect(try content("a.nmea").isEmpty)
    try recorder.elapse(to: .seconds(6))
    #expect(try content("a.nmea").count == 54)
    // The deadline for waiting until the data is on the disk.
    #expect(recorder.deadline == .seconds(15))
    try recorder.elapse(to: .seconds(15))
    #expect(recorder.deadline == nil)
  }

  @Test func writesAtOnceWhenThereIsMuch() throws {
    var recorder = try Recorder(path: path("a.nmea"))
    for _ in 0..<1300 {
      try recorder.append(Self.line.span.bytes, at: Self.start, now: .zero)
    }
    // 1300 lines of 54 bytes exceed 65536 bytes, which hold 1213 lines.
    #expect(try content("a.nmea").count >= 1212 * 54)
  }

  @Test func aCompressedFileCanBeReadAfterASecond() throws {
    var recorder = try Recorder(path: path("a.nmea.gz"))
    for second in 0..<3 {
      try recorder.append(Self.line.span.bytes, at: Self.start, now: .seconds(second))
      try recorder.elapse(to: .seconds(second + 1))
      // The recording continues, and its content so far can be read.
      let (bytes, error) = read(path("a.nmea.gz"))
      #expect(error == nil)
      #expect(bytes.count == (second + 1) * 54)
    }
    #expect(recorder.deadline == .seconds(10))
    try recorder.finish()
    #expect(read(path("a.nmea.gz")).bytes.count == 3 * 54)
  }

  @Test func compressesMuchAtOnce() throws {
    let noise = [UInt8](repeating: 0x20, count: 1 << 16)
    var recorder = try Recorder(path: path("a.gz"))
    for _ in 0..<4 { try recorder.append(noise.span.bytes, at: Self.start, now: .zero) }
    let (bytes, error) = read(path("a.gz"))
    #expect(error == nil)
    #expect(bytes.count >= 3 << 16)
    #expect(try content("a.gz").count < 1 << 10)
  }

  // MARK: Crashes

  @Test func everyBeginningIsARecording() throws {
    try record(12, every: 1000, to: "a.nmea")
    let whole = try content("a.nmea")
    #expect(whole.count == 12 * 54)
    for count in 0...whole.count {
      try Data(whole[..<count]).write(to: URL(filePath: path("cut.nmea")))
      let (bytes, error) = read(path("cut.nmea"))
      #expect(error == nil)
      // The last two of a line's 54 bytes are the line end.
      #expect(sentences(bytes) == (count + 2) / 54)
    }
  }

  @Test func aCompressedRecordingIsWholeAfterEachWrite() throws {
    var recorder = try Recorder(path: path("a.gz"))
    for count in 1...4 {
      try recorder.append(Self.line.span.bytes, at: Self.start, now: .seconds(60 * count))
      try recorder.elapse(to: .seconds(60 * count + 10))
      let (bytes, error) = read(path("a.gz"))
      #expect(error == nil)
      #expect(bytes.count == count * 54)
    }
    let earlier = try content("a.gz")
    try recorder.finish()
    #expect(try content("a.gz") == earlier)
  }

  @Test func everyBeginningOfACompressedRecordingCanBeRead() throws {
    var recorder = try Recorder(path: path("a.gz"))
    // What is written after each of these sizes replaces the trailer there.
    var sizes = [0]
    for second in 0..<4 {
      try recorder.append(Self.line.span.bytes, at: Self.start, now: .seconds(second))
      try recorder.elapse(to: .seconds(second + 1))
      sizes.append(try content("a.gz").count - GzipStream.trailerLength)
    }
    try recorder.finish()
    let whole = try content("a.gz")
    let lines = read(path("a.gz")).bytes
    #expect(lines.count == 4 * 54)
    for count in 2..<whole.count {
      try Data(whole[..<count]).write(to: URL(filePath: path("cut.gz")))
      let (bytes, error) = read(path("cut.gz"))
      #expect(error?.cause == .damagedGzip)
      let pieces = sizes.lastIndex { $0 <= count } ?? 0
      #expect(bytes.count >= pieces * 54)
      #expect(lines.starts(with: bytes))
    }
  }

  private func sentences(_ bytes: [UInt8]) -> Int {
    var framer = SentenceFramer()
    var count = 0
    _ = framer.push(bytes.span.bytes)
    while framer.next() != nil { count += 1 }
    return count
  }

  // MARK: Errors

  @Test func leavesAFileThatIsThereAlone() throws {
    try Data("mine".utf8).write(to: URL(filePath: path("a.nmea")))
    #expect(throws: RecorderError(errno: EEXIST, path("a.nmea"))) {
      _ = try Recorder(path: self.path("a.nmea"))
    }
    #expect(try content("a.nmea") == Array("mine".utf8))
  }

  @Test(
    arguments: [
      ("no folder", "nowhere/a.nmea", ENOENT), ("a directory", "", EISDIR),
      ("a file as a folder", "file/a.nmea", ENOTDIR),
    ] as [(why: String, name: String, errno: CInt)])
  func saysWhyThereCanBeNoFile(why: String, name: String, errno: CInt) throws {
    try Data().write(to: URL(filePath: path("file")))
    #expect(throws: RecorderError(errno: errno, path(name))) {
      _ = try Recorder(path: self.path(name))
    }
    if errno != EISDIR {
      #expect(throws: RecorderError(errno: errno, path(name))) {
        _ = try Recorder(path: self.path(name), rotation: .hourly)
      }
    }
  }

  @Test func removesAFileWithNothingInIt() throws {
    for name in ["a.nmea", "a.gz"] {
      var recorder = try Recorder(path: path(name))
      #expect(files == [name])
      try recorder.finish()
      #expect(files == [])
    }
  }

  @Test func endsWithTheFirstError() throws {
    var recorder = try Recorder(path: path("sub/a.nmea"), rotation: .hourly, inNew: path("sub"))
    try recorder.append(Self.line.span.bytes, at: Self.start, now: .zero)
    try FileManager.default.moveItem(atPath: path("sub"), toPath: path("moved"))
    let error = #expect(throws: RecorderError.self) {
      try recorder.append(Self.line.span.bytes, at: Self.start + 3_600_000, now: .zero)
    }
    #expect(error?.errno == ENOENT)
    // The sentence and its line end, a part that has not been reached.
    #expect(error?.lostBytes == 54)
    // The earlier line is in its file, and nothing is added.
    try recorder.append(Self.line.span.bytes, at: Self.start, now: .zero)
    try recorder.finish()
    #expect(try content("moved/a-20240615T120000Z.nmea").count == 54)
  }
}

extension Recorder {
  /// Creates a recorder in a folder that is created for it.
  fileprivate init(
    path: String, rotation: RecordingRotation, inNew folder: String
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try self.init(path: path, rotation: rotation)
  }
}
