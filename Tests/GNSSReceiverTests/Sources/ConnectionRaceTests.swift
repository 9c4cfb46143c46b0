// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

/// Which addresses of a server are tried, and when.
struct ConnectionRaceTests {
  @Test func beginsTheNextAddressWhileTheOneBeforeIsPending() {
    var race = ConnectionRace(count: 3)
    for (milliseconds, begun) in [(0, 0), (0, nil), (249, nil), (250, 1), (400, nil), (500, 2)] {
      #expect(race.begin(at: .milliseconds(milliseconds)) == begun)
    }
    #expect(race.pending == [0, 1, 2])
    #expect(race.begin(at: .seconds(60)) == nil && !race.isLost)
  }

  @Test func beginsTheNextAddressAtOnceWhenOneRefuses() {
    var race = ConnectionRace(count: 3)
    #expect(race.begin(at: .seconds(1)) == 0)
    race.failed(0, at: .seconds(1))
    #expect(race.begin(at: .seconds(1)) == 1)
    #expect(race.deadline == .milliseconds(1250), "the next head start")
    race.failed(1, at: .milliseconds(1100))
    #expect(race.deadline == .milliseconds(1100))
    #expect(race.begin(at: .milliseconds(1100)) == 2)
  }

  @Test func givesEachAddressFiveSecondsAndTheLastOneThirty() {
    var race = ConnectionRace(count: 2)
    #expect(race.begin(at: .zero) == 0 && race.begin(at: .milliseconds(250)) == 1)
    #expect(race.deadline == .seconds(5))
    #expect(race.expired(at: .milliseconds(4999)) == nil)
    #expect(race.expired(at: .seconds(5)) == 0)
    race.failed(0, at: .seconds(5))
    #expect(race.expired(at: .seconds(6)) == nil && race.deadline == .milliseconds(30_250))
    #expect(race.expired(at: .milliseconds(30_250)) == 1)
    race.failed(1, at: .milliseconds(30_250))
    #expect(race.isLost && race.deadline == nil)
  }

  @Test func oneThatIsNotTheFirstMayRefuseFirst() {
    var race = ConnectionRace(count: 2)
    #expect(race.begin(at: .zero) == 0 && race.begin(at: .milliseconds(250)) == 1)
    race.failed(1, at: .milliseconds(251))
    #expect(race.pending == [0] && !race.isLost)
    #expect(race.deadline == .seconds(30), "nobody waits for its turn any more")
  }

  @Test func isLostWithoutAnAddress() {
    var race = ConnectionRace(count: 0)
    #expect(race.isLost && race.begin(at: .zero) == nil && race.deadline == nil)
  }
}
