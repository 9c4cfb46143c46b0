// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// A receiver whose date changes, and one that is unplugged.
@Suite struct FixPipelineFaultTests {
  private func burst(_ instant: Int, date: String) -> [UInt8] {
    let time = clock(instant * 1000)
    return Array(
      [rmc(time, date: date), gga(time)].map { SentenceEncoder.sentence(body: $0) }.joined().utf8)
  }

  @Test func followsAReceiverFromLastYearsDateToTodays() {
    var listener = Listener()
    for instant in 0..<5 { listener.receive(bytes: burst(instant, date: "140624")) }
    for instant in 5..<10 { listener.receive(bytes: burst(instant, date: "140625")) }
    listener.finish()
    #expect(listener.fixes.count == 10)
    #expect(
      listener.fixes.map { $0.time?.date?.year }
        == Array(repeating: 2024, count: 5) + Array(repeating: 2025, count: 5))
  }

  /// Wherever a sentence is cut off, no part of it reaches a fix.
  @Test func isUnpluggedAtEveryByte() {
    let before = burst(0, date: "140625")
    let last = burst(1, date: "140625")
    var whole = Listener()
    whole.receive(bytes: before + last)
    whole.finish()
    for place in last.indices {
      var listener = Listener()
      listener.receive(bytes: before + last[..<place])
      listener.finish()
      #expect((1...2).contains(listener.fixes.count), "cut at \(place)")
      #expect(listener.fixes.first == whole.fixes.first, "cut at \(place)")
      // No coordinates but those that were sent.
      #expect(listener.fixes.allSatisfy { $0.latitude == 51.5 && $0.longitude == -0.125 })
      if place < 60 { #expect(listener.fixes.count == 1, "cut at \(place)") }
    }
  }
}
