// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NavigationAuthentication
import NavigationTrust
import TestSupport
import Testing

/// The official test vectors, one hour each, which are beside the project where it is developed.
///
/// ``RenewalTests`` has a made-up sky for each of them.
@Suite(
  .enabled(
    if: OfficialVectors.isThere,
    "no test vectors in ../shared/osnma; OSNMA_VECTORS names another directory"))
struct OfficialVectorTests {
  /// As two other implementations count, tag by tag; in ranges where they differ about the sub-frame before "don't use".
  @Test(
    arguments: [
      ("configuration_1", 12_524...12_524, 160, 1, "verified"),
      ("configuration_2", 11_427...11_427, 172, 1, "verified"),
      ("eoc_step2", 13_200...13_200, 162, 3, "verified"),
      ("crev_step1", 6480...6600, 108, 3, "unknown"),
      ("npk_step2", 13_566...13_566, 165, 3, "verified"),
      ("pkrev_step2", 4548...6708, 121, 2, "verified"),
      ("nmt_step2", 13_566...13_566, 166, 3, "verified"),
      ("oam_step1", 6528...6549, 108, 2, "unknown"),
    ])
  func countsWhatOthersCount(
    _ name: String, _ tags: ClosedRange<Int>, _ messages: Int, _ rootKeys: Int, _ status: String
  ) throws {
    let cryptography = try OpenSSLCryptography()
    let folder = OfficialVectors.directory.appending(path: "keys/\(name)").path
    var authenticator = NavigationAuthenticator(
      try GalileoKeyFolder(folder, at: nil, cryptography).anchors, cryptography: cryptography)
    var (tally, verdicts) = (AuthenticationTally(), [NavigationVerdict]())
    for page in try OfficialVectors.pages(of: name) {
      tally.add(page)
      authenticator.consume(page, into: &verdicts)
    }
    authenticator.finish(into: &verdicts)
    for verdict in verdicts { tally.add(verdict) }
    #expect(tags.contains(tally.total.tagsVerified) && tally.total.tagsFailed == 0)
    #expect(tally.total.messagesAuthenticated == messages && tally.rootKeysVerified == rootKeys)
    #expect(tally.status(authenticator.standing).rawValue == status)
  }
}

private enum OfficialVectors {
  static let directory =
    ProcessInfo.processInfo.environment["OSNMA_VECTORS"].map { URL(filePath: $0) }
    ?? Repository.url("../shared/osnma")

  static var isThere: Bool {
    FileManager.default.fileExists(atPath: directory.appending(path: "vectors").path)
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/xz")
  }

  /// The pages of a vector: each line has a satellite, the number of its bits, and the bits of pages that begin every two seconds.
  static func pages(of name: String) throws -> [NavigationPage] {
    let vectors = directory.appending(path: "vectors")
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: vectors.path).first {
        $0.hasPrefix(name + "-")
      })
    let rows = try text(of: vectors.appending(path: file)).split(separator: "\n").dropFirst()
      .map { row -> (satellite: Int, bytes: [UInt8]) in
        let fields = row.split(separator: ",")
        return (try #require(Int(fields[0])), bytes(fields[2].utf8))
      }
    let start = try #require(Self.start(of: file))
    return (0..<1800).flatMap { index in
      rows.compactMap { row in
        let (first, end) = (30 * index, 30 * index + 30)
        guard row.bytes.count >= end else { return nil }
        return NavigationPage(
          satellite: row.satellite, bytes: Array(row.bytes[first..<end]), start: start + 2 * index)
      }
    }
  }

  /// The name ends as in `16_AUG_2023_GST_05_00_01.csv.xz`.
  private static func start(of name: String) -> GalileoTime? {
    let months = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(separator: " ")
    guard let stamp = name.split(separator: "-").last?.split(separator: ".").first else {
      return nil
    }
    let parts = stamp.split(separator: "_")
    guard let month = months.firstIndex(of: parts[1]) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    func seconds(_ year: Int?, _ month: Int, _ day: Int?, _ time: [Int?]) -> Int? {
      calendar.date(
        from: DateComponents(
          year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
      ).map { Int($0.timeIntervalSince1970) }
    }
    guard let then = seconds(Int(parts[2]), month + 1, Int(parts[0]), parts[4...].map { Int($0) }),
      let first = seconds(1999, 8, 22, [0, 0, 0])
    else { return nil }
    return GalileoTime(seconds: then - first)
  }

  private static func bytes(_ digits: Substring.UTF8View) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 { digit <= 57 ? digit - 48 : (digit | 32) - 87 }
    var (bytes, iterator) = ([UInt8](), digits.makeIterator())
    while let high = iterator.next(), let low = iterator.next() {
      bytes.append(value(high) << 4 | value(low))
    }
    return bytes
  }

  private static func text(of file: URL) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/xz")
    process.arguments = ["--decompress", "--stdout", file.path]
    process.standardOutput = output
    try process.run()
    let data = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
