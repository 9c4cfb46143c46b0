// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GPSTool

@Suite struct BacklogProgressTests {
  @Test func saysHowMuchIsSentAndHowLongTheRestTakes() {
    var backlog = BacklogProgress()
    backlog.begin(20_000, at: .seconds(100))
    #expect(backlog.text(at: .seconds(100)) == "0 of 20000 positions sent")
    backlog.delivered(500)
    // An estimate after a second would only jump.
    #expect(backlog.text(at: .seconds(101)) == "500 of 20000 positions sent")
    backlog.delivered(4500)
    // A quarter took 40 s, so the rest takes 120 s.
    #expect(backlog.text(at: .seconds(140)) == "5000 of 20000 positions sent, 2 min left")
    backlog.delivered(14_999)
    #expect(backlog.text(at: .seconds(260)) == "19999 of 20000 positions sent, 1 s left")
    backlog.delivered(1)
    #expect(backlog.text(at: .seconds(260)) == nil)
  }

  @Test func saysNothingOfAFew() {
    var backlog = BacklogProgress()
    #expect(backlog.text(at: .zero) == nil)
    backlog.begin(BacklogProgress.worthwhile - 1, at: .zero)
    #expect(backlog.text(at: .zero) == nil)
    // Positions that are sent as they come are no backlog.
    backlog.delivered(2000)
    #expect(backlog.text(at: .seconds(10)) == nil)
  }

  @Test func beginsAnewWhenTheBrokerReturns() {
    var backlog = BacklogProgress()
    backlog.begin(3000, at: .zero)
    backlog.delivered(1000)
    backlog.interrupt()
    #expect(backlog.text(at: .seconds(5)) == nil)
    backlog.begin(2500, at: .seconds(60))
    backlog.delivered(500)
    #expect(backlog.text(at: .seconds(65)) == "500 of 2500 positions sent, 20 s left")
  }
}
