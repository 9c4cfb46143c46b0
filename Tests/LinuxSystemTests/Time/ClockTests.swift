// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import LinuxSystem

@Suite struct ClockTests {
  @Test func aClockBeyondAllTimeShowsTheLastTime() {
    #expect(nanoseconds(timespec(tv_sec: 1_750_000_000, tv_nsec: 5)) == 1_750_000_000_000_000_005)
    // 10 April 2262, 23:59:59.999999999.
    let latest: Int64 = 9_223_286_399_999_999_999
    #expect(nanoseconds(timespec(tv_sec: 9_223_372_036, tv_nsec: 854_775_807)) == latest)
    #expect(nanoseconds(timespec(tv_sec: 9_223_372_036, tv_nsec: 900_000_000)) == latest)
    #expect(nanoseconds(timespec(tv_sec: 99_999_999_999, tv_nsec: 0)) == latest)
  }
}
