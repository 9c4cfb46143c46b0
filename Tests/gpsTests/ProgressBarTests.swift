// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct ProgressBarTests {
  /// A quarter in 10 s leaves 30 s; half of an hour and a half leaves as much.
  @Test(
    arguments: [
      (25, .seconds(10), " 25 %, 30 s left"), (50, .seconds(5400), " 50 %, 1 h 30 min left"),
      (1, .seconds(1), " 1 %"), (0, .seconds(60), " 0 %"),
      (100, .seconds(60), " 100 %"),
    ] as [(Int, Duration, String)])
  func saysHowMuchTimeIsLeft(percent: Int, elapsed: Duration, end: String) {
    #expect(ProgressBar.text(percent: percent, after: elapsed).hasSuffix("]" + end))
  }
}
