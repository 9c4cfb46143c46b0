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

  @Test func compressesNothing() throws {
    let member = try #require(try GzipMember.compressed([]))
    #expect(try content(member) == [])
  }

  @Test func compressesMoreThanASocketHolds() throws {
    let bytes = Array(String(repeating: "$GPRMC,120000,A,4732.62,N\r\n", count: 50_000).utf8)
    let members = try #require(try GzipMember.compressed(bytes))
    #expect(members.count < bytes.count / 100)
    #expect(try content(members) == bytes)
    let again = try GzipMember.compressed(bytes)
    #expect(again == members)
  }

  @Test func doesNotGrowMuch() throws {
    var generator = SeededGenerator(seed: 1)
    let bytes = generator.bytes(GzipMember.longest)
    let member = try #require(try GzipMember.compressed(bytes))
    #expect(member.count <= bytes.count + GzipMember.overhead)
    #expect(try content(member) == bytes)
  }
}
