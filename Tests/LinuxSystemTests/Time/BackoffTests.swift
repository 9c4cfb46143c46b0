// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

struct BackoffTests {
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(300))

  @Test mutating func doublesUpToItsLimit() {
    let waits = (0..<12).map { _ in backoff.next() }
    let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    #expect(waits == expected.map { .seconds($0) })
  }

  @Test mutating func waitsAtLeastHalf() {
    #expect(backoff.next(random: 0) == .milliseconds(500))
    #expect(backoff.next(random: 0.5) == .milliseconds(1500))
    #expect(backoff.next(random: 1) == .seconds(4), "nothing is shortened")
  }

  @Test mutating func beginsAnewAfterASuccess() {
    for _ in 0..<5 { _ = backoff.next(random: 0) }
    backoff.reset()
    #expect(backoff.next(random: 1) == .seconds(1))
  }
}
