// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GPSTool

@Suite struct TimeLeftTests {
  @Test(arguments: [
    (0.0, "0 s"), (59, "59 s"), (143, "2 min 23 s"), (7200, "2 h"), (90_000, "1 d 1 h"),
  ])
  func writesDurations(seconds: Double, text: String) {
    #expect(durationText(seconds) == text)
  }

  @Test func isEstimatedFromWhatIsDone() {
    #expect(timeLeft(done: 0.25, after: .seconds(40)) == "2 min left")
    #expect(timeLeft(done: 0.999, after: .seconds(10)) == "1 s left")
    // Too early, not begun, and done.
    #expect(timeLeft(done: 0.25, after: .milliseconds(1999)) == nil)
    #expect(timeLeft(done: 0, after: .seconds(40)) == nil)
    #expect(timeLeft(done: 1, after: .seconds(40)) == nil)
  }
}
