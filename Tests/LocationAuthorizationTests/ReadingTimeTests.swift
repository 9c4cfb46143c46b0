// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

@Suite struct ReadingTimeTests {
  @Test func endsThreeHundredMillisecondsAfterTheQuestionWasShown() {
    var reading = ReadingTime()
    #expect(reading.deadline == nil)
    #expect(reading.elapse(to: .seconds(9)) == false)
    reading.shown(at: .seconds(10))
    reading.shown(at: .milliseconds(10_200))
    #expect(reading.deadline == .milliseconds(10_300))
    #expect(reading.elapse(to: .milliseconds(10_299)) == false)
    #expect(!reading.isOver)
    // Once, so that what is typed afterwards is kept.
    #expect(reading.elapse(to: .milliseconds(10_300)) == true)
    #expect(reading.isOver)
    #expect(reading.elapse(to: .seconds(11)) == false)
    reading.shown(at: .seconds(12))
    #expect(reading.isOver && reading.deadline == nil)
  }

  @Test func beginsAgainWhenItWasHidden() {
    var reading = ReadingTime()
    reading.shown(at: .zero)
    #expect(reading.elapse(to: .seconds(1)) == true)
    reading.hidden()
    #expect(!reading.isOver)
    #expect(reading.elapse(to: .seconds(2)) == false)
    reading.shown(at: .seconds(3))
    #expect(reading.deadline == .milliseconds(3300))
  }
}
