// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverTime

/// The 40 bytes that chronyd reads.
@Suite struct TimeSampleTests {
  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ bytes: [UInt8], at offset: Int
  ) -> Number {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }

  @Test(
    arguments: [
      // 120 ms late: the machine's clock has gone on meanwhile, so the offset is negative.
      ("late", 1_750_000_000_120_000_000, 1_750_000_000_000_000_000, 1_750_000_000, 120_000, -0.12),
      ("clock behind", 1_750_000_000_000_000_000, 1_750_000_000_500_000_000, 1_750_000_000, 0, 0.5),
      (
        "below a microsecond", 1_750_000_000_000_000_999, 1_750_000_001_000_000_000, 1_750_000_000,
        0, 1
      ),
      ("a clock before 1970", -999_999_000, 0, -1, 1, 0.999999),
    ] as [(String, Int64, Int64, Int64, Int64, Double)])
  func containsTheClockAndTheOffset(
    _ why: String, arrival: Int64, time: Int64, seconds: Int64, microseconds: Int64, offset: Double
  ) {
    let bytes = TimeSample(arrival: arrival, time: time).bytes
    #expect(bytes.count == 40)
    #expect(Self.number(Int64.self, bytes, at: 0) == seconds)
    #expect(Self.number(Int64.self, bytes, at: 8) == microseconds)
    #expect(abs(Double(bitPattern: Self.number(UInt64.self, bytes, at: 16)) - offset) < 1e-9)
    #expect(Self.number(Int32.self, bytes, at: 24) == 0, "no pulse")
    #expect(Self.number(Int32.self, bytes, at: 28) == 0)
    #expect(Self.number(Int32.self, bytes, at: 32) == 0)
    #expect(Self.number(UInt32.self, bytes, at: 36) == 0x534F_434B)
  }

  @Test(arguments: [(TimeSample.Leap.insert, 1), (.delete, 2)] as [(TimeSample.Leap, Int32)])
  func containsTheLeapSecond(leap: TimeSample.Leap, number: Int32) {
    let bytes = TimeSample(arrival: 0, time: 0, leap: leap).bytes
    #expect(Self.number(Int32.self, bytes, at: 28) == number)
  }
}
