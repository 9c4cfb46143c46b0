// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPublishing
import Testing

struct BackoffTests {
  @Test func doublesUpToFiveMinutes() {
    var backoff = Backoff()
    let waits = (0..<12).map { _ in backoff.failed(random: 1) }
    let expected = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    #expect(waits == expected.map { .seconds($0) })
  }

  @Test func waitsAtLeastHalf() {
    var backoff = Backoff()
    #expect(backoff.failed(random: 0) == .milliseconds(500))
    #expect(backoff.failed(random: 0.5) == .milliseconds(1500))
  }

  @Test func beginsAnewAfterASuccess() {
    var backoff = Backoff()
    for _ in 0..<5 { _ = backoff.failed(random: 0) }
    backoff.succeeded()
    #expect(backoff.failed(random: 1) == .seconds(1))
  }
}
