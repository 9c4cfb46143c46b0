// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TestSupport
import Testing

/// For any input, the events do not depend on how the bytes are divided, and every fix is a place on Earth.
@Suite struct FixPipelineHostileTests {
  private func events(_ bytes: [UInt8], _ length: Int) -> [ReceiverReport] {
    var listener = Listener(FixPipeline(undatedFixesHeld: 3))
    for start in stride(from: 0, to: bytes.count, by: length) {
      listener.receive(bytes: bytes[start..<min(bytes.count, start + length)])
    }
    listener.finish()
    return listener.events
  }

  private func check(_ bytes: [UInt8], _ why: String) {
    let whole = events(bytes, .max / 2)
    for length in [1, 3, 7, 64] {
      #expect(events(bytes, length) == whole, "\(why), in pieces of \(length)")
    }
    for fix in whole.fixes {
      #expect(fix.latitude.magnitude <= 90 && fix.longitude.magnitude <= 180, "\(why)")
      let numbers = [
        fix.horizontalAccuracy, fix.verticalAccuracy, fix.speed, fix.speedAccuracy,
      ].compactMap(\.self)
      #expect(numbers.allSatisfy { $0.isFinite && $0 >= 0 }, "\(why)")
      #expect(fix.altitude?.isFinite ?? true, "\(why)")
    }
  }

  @Test(arguments: try HostileFile.all("sentences"))
  func hostileFiles(file: HostileFile) { check(file.bytes, file.name) }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func damagedSentences(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stream = FixPipelinePiecesTests.hostileStream(seed: seed, epochs: 5)
    for _ in 0..<10 { check(random.damaged(stream), "seed \(seed)") }
    check(random.bytes(2000), "any bytes, seed \(seed)")
  }
}
