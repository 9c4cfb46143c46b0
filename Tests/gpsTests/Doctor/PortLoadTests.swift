// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import Testing

@testable import gps

@Suite struct PortLoadTests {
  /// Returns the load by a receiver that sends a number of bytes per epoch, with its epochs arriving at an interval.
  private func load(
    bytes: Int, epochs: Int, every period: Duration, comingEvery interval: Duration,
    isDated: Bool = true
  ) -> PortLoad {
    var load = PortLoad()
    for epoch in 0..<epochs {
      let now = interval * epoch
      // In two pieces, the second of which contains the fix.
      load.received(bytes / 2, at: now)
      load.received(bytes - bytes / 2, at: now + .milliseconds(20))
      load.receivedFix(of: isDated ? period * epoch : nil, at: now + .milliseconds(20))
    }
    return load
  }

  @Test func judgesWholeEpochs() {
    let load = load(bytes: 480, epochs: 5, every: .seconds(1), comingEvery: .seconds(1))
    #expect(load.bytesPerSecond == 480)
    // 9600 baud are 960 bytes/s.
    #expect(load.share(of: .b9600) == 0.5 && load.share(of: .b4800) == 1)
    #expect(!load.isLate && load.delay == .zero)
  }

  @Test(
    arguments: [
      ("two seconds", 3, false), ("three", 4, true),
    ])
  func judgesAfterThreeSeconds(why: String, epochs: Int, isEnough: Bool) {
    let load = load(bytes: 480, epochs: epochs, every: .seconds(1), comingEvery: .seconds(1))
    #expect(load.isEnough == isEnough && (load.bytesPerSecond != nil) == isEnough)
  }

  /// 300 bytes at 10 Hz are 3000 bytes/s; 9600 baud carry 960 bytes/s, so that an epoch takes 312.5 ms.
  @Test func findsThatFixesComeLate() {
    let load = load(
      bytes: 300, epochs: 12, every: .milliseconds(100), comingEvery: .microseconds(312_500))
    #expect(load.share(of: .b9600) == 1)
    #expect(load.isLate && load.delay == .microseconds(212_500) * 11)
    // Nine tenths of 38400 baud are 3456 bytes/s.
    #expect(load.neededRate(above: .b9600, sending: 3000) == .b38400)
    // Without the receiver's own rate, only the received bytes count, and these filled the line.
    #expect(load.neededRate(above: .b9600, sending: nil) == .b19200)
  }

  @Test func asksNoTimeOfAReceiverWithoutADate() {
    let load = load(
      bytes: 300, epochs: 12, every: .milliseconds(100), comingEvery: .microseconds(312_500),
      isDated: false)
    #expect(!load.isLate && load.isEnough)
  }

  @Test func judgesWithoutAFixAfterTenSeconds() {
    var load = PortLoad()
    for second in 0...9 { load.received(300, at: .seconds(second)) }
    #expect(!load.isEnough)
    load.received(300, at: .seconds(10))
    // The first piece is left out: 3000 bytes in ten seconds.
    #expect(load.bytesPerSecond == 300)
  }

  @Test(
    arguments: [
      ("none", 100, 0, false), ("a single one", 3, 1, false), ("one in twenty", 190, 10, false),
      ("more", 180, 10, true),
    ])
  func countsDamage(why: String, sentences: Int, damaged: Int, isDamaged: Bool) {
    var load = PortLoad()
    load.sentences = sentences
    load.damaged = damaged
    #expect(load.isDamaged == isDamaged)
  }
}
