// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import NMEA0183

/// The readers return what a plain and slow one returns, to the last bit, and reject what it rejects.
///
/// `GENERATED_FIELDS` is the number of fields of each kind that are generated.
@Suite struct SlowReaderTests {
  static let count =
    ProcessInfo.processInfo.environment["GENERATED_FIELDS"].flatMap { Int($0) } ?? 5_000

  @Test(
    arguments: [
      ("a third", 1, 3, 1.0 / 3), ("nothing", 0, 7, 0), ("whole", 90, 1, 90),
      ("tie to even below", 9_007_199_254_740_993, 1, 9_007_199_254_740_992),
      ("tie to even above", 9_007_199_254_740_995, 1, 9_007_199_254_740_996),
      ("a little more than a tie", 90_071_992_547_409_931, 10, 9_007_199_254_740_994),
      ("carries into the next power", 36_028_797_018_963_967, 4, 9_007_199_254_740_992),
      ("two to the 64th, less one", 18_446_744_073_709_551_615, 1, 18_446_744_073_709_551_616),
    ] as [(String, UInt64, UInt64, Double)])
  func theSlowReaderRoundsRight(name: String, over: UInt64, under: UInt64, expected: Double) {
    #expect(ExactFraction(UInt128(over), over: UInt128(under)).nearest == expected)
  }

  /// Compares both readers on generated fields, each with or without another field after it.
  private func compare<Value: Equatable>(
    seed: UInt64, _ field: (inout FieldGenerator) -> String,
    _ fast: (inout FieldReader) -> Value?, _ slow: (inout SlowReader) -> Value?
  ) {
    var generator = FieldGenerator(seed: seed)
    var different: [String] = []
    for _ in 0..<Self.count {
      let text = field(&generator) + generator.any(["", ",7.5", ",,7.5"])
      let found = Field(text) { [fast(&$0).map { "\($0)" }, $0.decimal().map { "\($0)" }] }
      var reader = SlowReader(text)
      let expected = [slow(&reader).map { "\($0)" }, reader.decimal().map { "\($0)" }]
      if found.value != expected || found.unreadable != reader.unreadable
        || found.isUnusable != reader.isUnusable
      {
        different.append(text)
      }
    }
    #expect(different.isEmpty, "\(different.count), among them \(different.prefix(5))")
  }

  // The description of a Double distinguishes it from all others, and 0 from -0.

  @Test func decimalsAreTheSame() {
    compare(seed: 1, { $0.number() }, { $0.decimal() }, { $0.decimal() })
    compare(seed: 2, { $0.number() }, { $0.wholeDecimal() }, { $0.decimal() })
  }

  @Test func integersAreTheSame() {
    compare(
      seed: 3, { $0.number() }, { $0.integer(UInt8.self).map(UInt64.init) },
      { $0.integer(atMost: 255) })
    compare(
      seed: 4, { $0.number() }, { $0.integer(UInt16.self).map(UInt64.init) },
      { $0.integer(atMost: 65_535) })
    compare(
      seed: 5, { $0.number() }, { $0.signedInteger(Int8.self).map(Int64.init) },
      { $0.signedInteger(-128...127) })
    compare(seed: 6, { $0.hexadecimal() }, { $0.hexadecimal() }, { $0.hexadecimal() })
  }

  @Test func timesAndDatesAreTheSame() {
    compare(seed: 7, { $0.time() }, { $0.time() }, { $0.time() })
    compare(seed: 8, { $0.date() }, { $0.shortDate() }, { $0.shortDate() })
  }

  @Test func coordinatesAreTheSame() {
    compare(seed: 9, { $0.coordinate("NNNSSE") }, { $0.latitude() }, { $0.latitude() })
    compare(seed: 10, { $0.coordinate("EEEWWS") }, { $0.longitude() }, { $0.longitude() })
  }

  @Test func lettersAreTheSame() {
    compare(
      seed: 11, { $0.any(["A", "V", "", "AA", "9", "*"]) }, { $0.character() }, { $0.letter() })
  }

  // MARK: What receivers send

  /// Compares the messages of both readers for every `step`th sentence, and returns the sentences where they differ.
  private func compare(_ bytes: [UInt8], every step: Int = 1) -> [String] {
    let sentences = DecodedInput(bytes).sentences
    return stride(from: 0, to: sentences.count, by: step).compactMap { index in
      let body = String(sentences[index].text.dropFirst().prefix { $0 != "*" })
      guard let slow = SlowMessage(body) else { return nil }
      let again = DecodedInput(checked(body))
      let isSame =
        again.messages.first == slow.message
        && again.defects.unreadableFields == slow.unreadable
      return isSame ? nil : body
    }
  }

  @Test func fixturesAreTheSame() throws {
    let folder = Repository.url("Fixtures")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path()))
    var count = 0
    for case let name as String in names where name.hasSuffix(".nmea") {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(compare(bytes) == [], "\(name)")
      count += 1
    }
    #expect(count > 20)
  }

  @Test(.enabled(if: ReceiverLogs.isThere))
  func receiverLogsAreTheSame() throws {
    // Every 17th sentence, to save time; every sentence if `GENERATED_FIELDS` is set.
    let step = ProcessInfo.processInfo.environment["GENERATED_FIELDS"] == nil ? 17 : 1
    for name in ReceiverLogs.all {
      let bytes = [UInt8](try Data(contentsOf: ReceiverLogs.directory.appending(path: name)))
      #expect(compare(bytes, every: step) == [], "\(name)")
    }
  }
}
