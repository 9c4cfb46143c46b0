// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LinuxLocation

@Suite struct RequestTurnsTests {
  @Test func requestsAreASecondApart() {
    let turns = RequestTurns()
    let start = ContinuousClock.now
    #expect(turns.turn(at: start) == start)
    #expect(turns.turn(at: start) == start + .seconds(1))
    #expect(turns.turn(at: start + .milliseconds(500)) == start + .seconds(2))
    // The last turn is long over, so this request does not wait.
    #expect(turns.turn(at: start + .seconds(60)) == start + .seconds(60))
    #expect(turns.turn(at: start + .milliseconds(60_999)) == start + .seconds(61))
  }
}
