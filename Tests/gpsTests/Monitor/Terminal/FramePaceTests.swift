// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct FramePaceTests {
  @Test func drawsTheFirstPictureAtOnce() {
    #expect(FramePace().due == .zero)
  }

  @Test func drawsOnceASecondBecauseTimesGoOn() {
    var pace = FramePace()
    pace.drawn(at: .seconds(5))
    #expect(pace.due == .seconds(6))
  }

  @Test func drawsAtMostTenTimesASecond() {
    var pace = FramePace()
    var (now, frames) = (Duration.zero, 0)
    // A change in every millisecond.
    while now < .seconds(10) {
      pace.changed()
      if now >= pace.due {
        pace.drawn(at: now)
        frames += 1
      }
      now += .milliseconds(1)
    }
    #expect(frames == 100)
  }
}
