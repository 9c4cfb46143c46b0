// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct CheckSignaturesTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A frame of UBX.
  private func frame(_ kind: [UInt8], _ payload: [UInt8]) -> [UInt8] {
    let body = kind + [UInt8(payload.count & 255), UInt8(payload.count >> 8)] + payload
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in body {
      first &+= byte
      second &+= first
    }
    return [0xB5, 0x62] + body + [first, second]
  }

  /// NAV-TIMEGPS of a second of week 2409, and a page of Galileo's message that says nothing.
  private func second(_ second: Int, _ system: UInt8) -> [UInt8] {
    let time = 1000 * (140_500 + second)
    let bytes = (0..<4).map { UInt8(time >> (8 * $0) & 255) }
    return frame([1, 0x20], bytes + [0, 0, 0, 0, 0x69, 0x09, 18, 7, 0, 0, 0, 0])
      + frame([2, 0x13], [system, 14, 1, 0, 8, 3, 2, 0] + Array(repeating: 0, count: 32))
  }

  private func check(_ system: UInt8, _ options: String...) throws -> Run {
    let log = try scratch.file("log.ubx", (0..<90).flatMap { second($0, system) })
    return try Tool.run(["check", log] + options)
  }

  /// Pages with a wrong checksum prove nothing.
  @Test func callsWhatNobodySignedUnknown() throws {
    let run = try check(2, "--json")
    let authentication = try #require(
      try run.objects.first?["authentication"] as? [String: Any])
    #expect(authentication["status"] as? String == "unknown")
    #expect(authentication["tagsVerified"] as? Int == 0)
    #expect(authentication["firstVerdictSeconds"] == nil)
    let lines = try check(2).lines
    #expect(
      lines.contains { $0.hasPrefix("  signatures  unknown: no root key signed by a trusted") })
  }

  @Test func saysNothingOfSignaturesWithoutAPageOfGalileo() throws {
    #expect(try check(0, "--json").objects.first?["authentication"] == nil)
    #expect(try !check(0).lines.contains { $0.contains("signatures") })
  }

  @Test func refusesAFolderWithoutATree() throws {
    let run = try check(2, "--galileo-keys", scratch.path)
    #expect(run.exitCode == 66 && run.lines.isEmpty && run.complaintLines.count == 1)
    #expect(
      run.complaintLines.first?.hasPrefix(
        "gps: cannot use \(scratch.path): it has no OSNMA_MerkleTree")
        == true)
  }
}
