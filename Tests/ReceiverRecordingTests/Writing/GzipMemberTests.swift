// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import ReceiverRecording

@Suite struct GzipMemberTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns what is read from a file with this content.
  private func content(_ file: [UInt8]) throws -> [UInt8] {
    let path = try scratch.file("member.gz", file)
    var bytes: [UInt8] = []
    var reader = try RecordingReader(path: path)
    while try reader.next({ piece in piece.withUnsafeBytes { bytes += $0 } }) {}
    return bytes
  }

  /// The check value in every description of this checksum.
  @Test func checksumsAreThoseOfGzip() {
    #expect(GzipMember.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(GzipMember.checksum([]) == 0)
  }

  @Test(
    arguments: [
      ("nothing", 0), ("a byte", 1), ("as much as a block holds", 65_535), ("more", 65_536),
      ("three blocks", 140_000),
    ])
  func storesBytesAsTheyAre(why: String, count: Int) throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(count)
    let member = GzipMember.stored(bytes)
    #expect(member.count == count + GzipMember.overhead(of: count))
    #expect(try content(member) == bytes)
  }

  @Test func compressesMoreThanAPipeHolds() throws {
    let bytes = Array(String(repeating: "$GPRMC,120000,A,4732.62,N\r\n", count: 50_000).utf8)
    let member = try #require(try GzipMember.compressed(bytes))
    #expect(member.count < bytes.count / 100)
    #expect(try content(member) == bytes)
    let again = try GzipMember.compressed(bytes)
    #expect(again == member)
  }

  @Test func membersAreReadOneAfterTheOther() throws {
    let (one, two) = (Array("one ".utf8), Array("two".utf8))
    let compressed = try #require(try GzipMember.compressed(one))
    #expect(try content(compressed + GzipMember.stored(two)) == one + two)
    #expect(try content(GzipMember.stored(two) + compressed) == two + one)
  }

  @Test func whatIsStoredIsCompressedLater() throws {
    let path = scratch.path + "/a.gz"
    var file = try RecordingFile.create(path, isCompressed: true)
    let bytes = Array(String(repeating: "$GPRMC,120000,A\r\n", count: 1000).utf8)
    try file.write(bytes, ends: [bytes.count])
    #expect(file.settledSize == 0 && file.size > bytes.count)
    file.compress()
    #expect(file.size < bytes.count / 10 && file.settledSize == file.size)
    try file.write(bytes, ends: [bytes.count])
    let whole = try Data(contentsOf: URL(filePath: path))
    #expect(try content(Array(whole)) == bytes + bytes)
  }
}
