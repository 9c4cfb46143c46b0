// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import TestSupport
import Testing

@testable import RecordingWriter

/// Recordings that continue in another file.
extension RecorderTests {
  /// 18 lines of 54 bytes are 972 bytes, 19 are 1026.
  @Test func beginsANewFileBeforeItIsTooLong() throws {
    try record(40, every: 100, to: "a.nmea", .size(1000))
    // Lines 0, 18 and 36 arrive at 0.123, 1.923 and 3.723 s.
    #expect(
      files == [
        "a-20240615T120000Z.nmea", "a-20240615T120001Z.nmea", "a-20240615T120003Z.nmea",
      ])
    let sizes = try files.map { try content($0).count }
    #expect(sizes == [18 * 54, 18 * 54, 4 * 54])
    let all = try files.flatMap { try content($0) }
    #expect(withoutTimes(all) == String(repeating: Self.sentence + "\r\n", count: 40))
  }

  @Test func numbersTheFilesOfASecond() throws {
    try record(20, every: 0, to: "a.nmea", .size(500))
    #expect(
      files == [
        "a-20240615T120000Z.nmea", "a-20240615T120000Z_2.nmea", "a-20240615T120000Z_3.nmea",
      ])
  }

  @Test func doesNotOverwriteTheFilesOfAnEarlierRun() throws {
    for _ in 0..<2 { try record(1, every: 0, to: "a.nmea", .hourly) }
    #expect(files == ["a-20240615T120000Z.nmea", "a-20240615T120000Z_2.nmea"])
    #expect(try content(files[0]) == content(files[1]))
  }

  /// A line every 20 minutes, from 12:00:00.123 on.
  @Test(arguments: ["", ".gz"])
  func beginsANewFileWithTheHour(suffix: String) throws {
    try record(7, every: 1_200_000, to: "a.nmea" + suffix, .hourly)
    let names = ["a-20240615T120000Z.nmea", "a-20240615T130000Z.nmea", "a-20240615T140000Z.nmea"]
    #expect(files == names.map { $0 + suffix })
    #expect(files.map { read(path($0)).bytes.count } == [3 * 54, 3 * 54, 54])
  }

  /// Lines that compress to three quarters, in members of at most 32768 bytes and files of at most 65536.
  @Test func beginsANewCompressedFileWhenItIsLong() throws {
    var random = SeededGenerator(seed: 1)
    var recorder = try Recorder(path: path("a.gz"), rotation: .size(1 << 16))
    var input = ""
    for _ in 0..<400 {
      let digits = (0..<60).map { _ in
        String(UInt64.random(in: 1 << 60...UInt64.max, using: &random), radix: 36)
      }.joined()
      let sentence = SentenceEncoder.sentence(body: "GPTXT,01,01,02," + digits)
      input += sentence
      try recorder.append(Array(sentence.utf8).span.bytes, at: Self.start, now: .zero)
    }
    try recorder.finish()
    // By their numbers, since `_10` would sort before `_2`.
    let sorted = files.sorted { $0.count == $1.count ? $0 < $1 : $0.count < $1.count }
    let sizes = try sorted.map { try content($0).count }
    #expect(sizes.count > 2)
    for size in sizes { #expect(size <= 1 << 16) }
    for size in sizes.dropLast() { #expect(size >= 1 << 15) }
    #expect(withoutTimes(sorted.flatMap { read(path($0)).bytes }) == input)
  }

  @Test func cutsNoSentenceThatComesInPieces() throws {
    var recorder = try Recorder(path: path("a.nmea"), rotation: .size(300))
    for _ in 0..<20 {
      for byte in Self.line { try recorder.append([byte].span.bytes, at: Self.start, now: .zero) }
    }
    try recorder.finish()
    #expect(recorder.fileCount == 4)
    #expect(try files.map { try content($0).count } == [5 * 54, 5 * 54, 5 * 54, 5 * 54])
  }

  /// Records files a minute apart, each with one line of 54 bytes.
  private func recordFiles(_ count: Int, keeping retention: RecordingRetention) throws {
    for index in 0..<count {
      var recorder = try Recorder(
        path: path("a.nmea"), rotation: .hourly, retention: retention)
      let (line, time) = (Self.line, Self.start + Int64(index) * 60_000)
      try recorder.append(line.span.bytes, at: time, now: .zero)
      try recorder.finish()
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
  }

  @Test func removesTheOldestFilesBeyondALimit() throws {
    try recordFiles(5, keeping: .everything)
    let others = ["a-notes.nmea", "a-20240101T000000Z.gz", "b-20240101T000000Z.nmea", "a.nmea"]
    for name in others { try scratch.file(name, "mine") }
    let before = try names().filter { !others.contains($0) }
    #expect(before.count == 5)
    // Three files, including the new one.
    try recordFiles(6, keeping: .bytes(3 * 54))
    let after = try names().filter { !others.contains($0) }
    #expect(after.count == 3)
    #expect(try names().count == 3 + others.count)
  }

  @Test(
    arguments: [
      ("all fit", [1, 2, 3], 6, 0), ("the oldest does not", [1, 2, 3], 5, 1),
      ("not even the newest", [1, 2, 3], 2, 3), ("no room for any", [1, 2, 3], -1, 3),
      ("longer together than a number", [Int.max, Int.max, 3], 5, 2),
    ] as [(why: String, sizes: [Int], limit: Int, excess: Int)])
  func countsWhatIsTooMuch(why: String, sizes: [Int], limit: Int, excess: Int) {
    #expect(RecordingRetention.excess(of: sizes, beyond: limit) == excess, "\(why)")
  }

  @Test func removesOldFiles() throws {
    try recordFiles(3, keeping: .everything)
    let old = try names().prefix(2)
    for name in old {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(Self.start) / 1000 - 3 * 86_400)],
        ofItemAtPath: path(name))
    }
    try recordFiles(1, keeping: .seconds(2 * 86_400))
    #expect(try names().count == 2)
    #expect(try Set(names()).isDisjoint(with: old))
  }

  /// A link with such a name does not belong to the recorder.
  @Test func removesNoLink() throws {
    let target = try scratch.file("mine", "mine")
    try FileManager.default.createSymbolicLink(
      atPath: path("a-20200101T000000Z.nmea"), withDestinationPath: target)
    try recordFiles(1, keeping: .bytes(54))
    #expect(try names().contains("a-20200101T000000Z.nmea") && names().contains("mine"))
  }

  @Test func writesNoTimesIfNotAsked() throws {
    var recorder = try Recorder(path: path("plain.nmea"), writesTimes: false)
    let log = Self.line + Array("noise".utf8) + Self.line
    try recorder.append(log.span.bytes, at: Self.start, now: .zero)
    try recorder.finish()
    #expect(try content("plain.nmea") == log)
    #expect(recorder.sentenceCount == 2)
  }
}
