// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import ReceiverRecording

@Suite final class RecordingReaderTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Writes the test's only file, and returns its path.
  private func file(_ content: [UInt8]) throws -> String {
    try scratch.file("recording", content)
  }

  /// Returns the bytes that a recording delivers before its end or an error, and the error.
  private func read(_ path: String) -> (bytes: [UInt8], error: RecordingError?) {
    var bytes: [UInt8] = []
    do throws(RecordingError) {
      var reader = try RecordingReader(path: path)
      while try reader.next({ piece in
        #expect((1...RecordingReader.chunkSize).contains(piece.byteCount))
        for index in 0..<piece.byteCount {
          bytes.append(piece.unsafeLoad(fromByteOffset: index, as: UInt8.self))
        }
      }) {}
      return (bytes, nil)
    } catch {
      return (bytes, error)
    }
  }

  private let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

  @Test(
    arguments: [0, 1, 2, RecordingReader.chunkSize, RecordingReader.chunkSize + 1, 200_000])
  func readsAFile(length: Int) throws {
    let (bytes, error) = read(try file(Array(content.prefix(length))))
    #expect(error == nil)
    #expect(bytes == Array(content.prefix(length)))
  }

  @Test func knowsHowFarItIs() throws {
    let path = try file(content)
    var reader = try RecordingReader(path: path)
    #expect(reader.name == path)
    #expect(reader.size == 200_000)
    #expect(reader.position == 0)
    #expect(try reader.next { _ in })
    #expect(reader.position == RecordingReader.chunkSize)
    while try reader.next({ _ in }) {}
    #expect(reader.position == 200_000)
  }

  @Test func saysWhatIsNotThere() throws {
    let missing = scratch.path + "/missing"
    #expect(read(missing).error == RecordingError(.missing, missing))
    #expect(read("").error == RecordingError(.missing, ""))
    let inside = try file([]) + "/inside"
    #expect(read(inside).error == RecordingError(.missing, inside))
    #expect(read(scratch.path).error == RecordingError(.isDirectory, scratch.path))
  }

  @Test(.enabled("root may read everything") { getuid() != 0 })
  func saysWhatMayNotBeRead() throws {
    let path = try file(content)
    #expect(chmod(path, 0) == 0)
    #expect(read(path).error == RecordingError(.permissionDenied, path))
  }

  /// Reads the memory of a process, whose first page is not mapped.
  @Test func saysWhatTheSystemSays() {
    let path = "/proc/self/mem"
    #expect(read(path).error == RecordingError(.system(EIO), path))
  }

  // MARK: gzip

  /// Three pieces of 60,000 bytes or less.
  private var short: [UInt8] { Array(content.prefix(150_000)) }

  @Test func readsCompressedFiles() throws {
    let compressed = Gzip.member(short)
    let path = try file(compressed)
    let (bytes, error) = read(path)
    #expect(error == nil)
    #expect(bytes == short)
    #expect(try RecordingReader(path: path).size == compressed.count)
  }

  @Test(
    arguments: [
      ("two members", Gzip.member([1, 2]) + Gzip.member([3]), [1, 2, 3]),
      ("nothing in it", Gzip.member([]), []),
      ("zeros at its end", Gzip.member([1, 2]) + [0, 0, 0, 0], [1, 2]),
      ("something else at its end", Gzip.member([1, 2]) + Array("end".utf8), [1, 2]),
      ("the first byte alone", [0x1F], [0x1F]),
    ] as [(String, [UInt8], [UInt8])])
  func readsWhatIsGzip(name: String, data: [UInt8], content: [UInt8]) throws {
    let (bytes, error) = read(try file(data))
    #expect(error == nil)
    #expect(bytes == content)
  }

  @Test func handsOverWhatIsBeforeTheDamage() throws {
    let whole = Gzip.member(short)
    let cut = try file(Array(whole.prefix(100_000)))
    var (bytes, error) = read(cut)
    #expect(error == RecordingError(.damagedGzip, cut))
    #expect(bytes.count > 30_000 && short.starts(with: bytes))

    var changed = whole
    changed[whole.count - 5] ^= 1
    let path = try file(changed)
    (bytes, error) = read(path)
    #expect(error == RecordingError(.damagedGzip, path))
    #expect(bytes == short)
  }

  /// The gzip process is waited for; otherwise it would remain as a zombie.
  @Test func leavesNothingBehindWhenReadingStopsEarly() throws {
    let path = try file(Gzip.member(short + short + short))
    var output: CInt = -1
    var process: pid_t = -1
    do {
      let recording = try FileDescriptor.open(path)
      let gzip = try GzipProcess(decompressing: recording, name: path)
      (output, process) = (gzip.output, gzip.gzip)
      var byte: UInt8 = 0
      #expect(Glibc.read(output, &byte, 1) == 1)
    }
    #expect(process > 0 && kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func refusesWhatOnlyStartsLikeGzip() throws {
    let path = try file([0x1F, 0x8B, 0x24, 0x47, 0x50])
    let (bytes, error) = read(path)
    #expect(error == RecordingError(.damagedGzip, path))
    #expect(bytes.isEmpty)
  }

  @Test(
    arguments: [
      (RecordingError.Cause.missing, "cannot read log: no such file; check the name"),
      (.isDirectory, "cannot read log: it is a directory; name the files in it"),
      (.system(EIO), "cannot read log: input/output error; try a copy of the file"),
    ])
  func saysWhatToTry(cause: RecordingError.Cause, description: String) {
    #expect(RecordingError(cause, "log").description == description)
  }
}

/// Gzip files of uncompressed blocks (RFC 1951, 3.2.4; RFC 1952).
private enum Gzip {
  static func member(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let starts = stride(from: 0, to: max(content.count, 1), by: 60_000)
    for start in starts {
      let block = content[start..<min(start + 60_000, content.count)]
      bytes.append(start + 60_000 >= content.count ? 1 : 0)
      bytes += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count))
      bytes += block
    }
    return bytes + littleEndian(checksum(content)) + littleEndian(UInt32(content.count))
  }

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns the CRC-32, computed bit by bit.
  private static func checksum(_ content: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in content {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
