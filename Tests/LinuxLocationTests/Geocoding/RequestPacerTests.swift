// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LinuxLocation

@Suite struct RequestPacerTests {
  @Test func requestsAreASecondApart() {
    var pacer = RequestPacer()
    let start = ContinuousClock.now
    #expect(pacer.turn(at: start) == start)
    #expect(pacer.turn(at: start) == start + .seconds(1))
    #expect(pacer.turn(at: start + .milliseconds(500)) == start + .seconds(2))
    // The last turn is long over, so this request does not wait.
    #expect(pacer.turn(at: start + .seconds(60)) == start + .seconds(60))
    #expect(pacer.turn(at: start + .milliseconds(60_999)) == start + .seconds(61))
  }
}
