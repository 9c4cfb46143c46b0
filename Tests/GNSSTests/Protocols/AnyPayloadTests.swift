// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TestSupport
import Testing

/// Frames whose checksums are right, and whose payloads are anything.
@Suite struct AnyPayloadTests {
  private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    // Half of them are ones or zeros: numbers at their ends, counts that are too large, and numbers that are none.
    let kind = UInt8.random(in: 0...3, using: &generator)
    return (0..<count).map { _ in
      switch kind {
      case 0: Bool.random(using: &generator) ? 0xFF : 0
      case 1: Bool.random(using: &generator) ? 0x7F : 0xFF
      default: UInt8.random(in: 0...UInt8.max, using: &generator)
      }
    }
  }

  private func check(_ frames: [UInt8]) {
    var listener = Listener(FixPipeline.sorting.warning())
    listener.receive(bytes: frames)
    listener.finish()
    for fix in listener.fixes {
      #expect(abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180)
      #expect(fix.speed?.isFinite != false && fix.altitude?.isFinite != false)
      #expect(fix.horizontalAccuracy?.isFinite != false)
    }
    var reader = LineReader()
    reader.read(frames.span.bytes) { _, part in
      if case .frame(let frame) = part { _ = frame.message }
    }
  }

  @Test(
    arguments: [
      4001, 4006, 4007, 4013, 4014, 4027, 4028, 4031, 4082, 4092, 4245, 5905, 5906, 5908, 5914,
      5921,
      5938, 5939,
    ] as [UInt16])
  func makesNoFixOfSBFThatIsNoPlace(_ number: UInt16) {
    var generator = SeededGenerator(seed: UInt64(number))
    for _ in 0..<100 {
      let count = 16 + 4 * Int.random(in: 0...40, using: &generator)
      let body = Self.bytes(count - 14, &generator)
      let block = body.enumerated().reduce(SBFBlockBytes(number, count)) {
        $0.with($1.element, at: 14 + $1.offset)
      }
      check(block.bytes + block.with(UInt8(1), at: 14).with(UInt8(0), at: 15).bytes)
    }
  }

  @Test(
    arguments: [
      0x0100, 0x0101, 0x0102, 0x0103, 0x0110, 0x0120, 0x0122, 0x1101, 0x1102, 0x1103, 0x1105,
    ] as [UInt16])
  func makesNoFixOfCASICThatIsNoPlace(_ kind: UInt16) {
    var generator = SeededGenerator(seed: UInt64(kind))
    for _ in 0..<100 {
      let bytes = Self.bytes(4 * Int.random(in: 0...25, using: &generator), &generator)
      let payload = bytes.enumerated().reduce(FramePayload(bytes.count)) {
        $0.with($1.element, at: $1.offset)
      }
      check(payload.casic(kind) + CASICTests.time() + CASICSecondGenerationTests.time())
    }
  }

  @Test(arguments: [0x0102, 0x0104, 0x0105, 0x0112, 0x0121, 0x01C0, 0x01C1] as [UInt16])
  func makesNoFixOfAllystarThatIsNoPlace(_ kind: UInt16) {
    var generator = SeededGenerator(seed: UInt64(kind))
    for _ in 0..<100 {
      let bytes = Self.bytes(Int.random(in: 0...95, using: &generator), &generator)
      let payload = bytes.enumerated().reduce(FramePayload(bytes.count)) {
        $0.with($1.element, at: $1.offset)
      }
      check(payload.allystar(kind) + payload.allystar(kind))
    }
  }
}
