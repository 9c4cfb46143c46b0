// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

/// When a line is opened, closed and tried again.
struct LineStateTests {
  private func line() -> LineState {
    LineState(firstRetry: .milliseconds(10), longestRetry: .milliseconds(40), stay: .seconds(1))
  }

  @Test func isOpenedOnce() {
    var line = line()
    #expect(line.isIdle && line.willOpen(at: .zero))
    #expect(line.willOpen(at: .zero) == false, "it is being opened already")
    #expect(line.opened(at: .seconds(1)) && line.openedAt == .seconds(1))
    #expect(line.opened(at: .seconds(2)) == false, "nobody waits for it any more")
    #expect(!line.willOpen(at: .zero) && line.retry == nil && !line.isIdle)
  }

  @Test func isClosedOnlyIfThereIsAnythingToClose() {
    var line = line()
    #expect(line.close() == false)
    _ = line.willOpen(at: .zero)
    #expect(line.close(retry: .seconds(3)) == true)
    #expect(line.isClosed && line.retry == .seconds(3) && !line.isIdle)
    #expect(line.opened(at: .seconds(1)) == false, "what comes too late does not open it")
  }

  @Test func waitsTwiceAsLongAfterEachFailureUpToALimit() {
    var line = line()
    for milliseconds in [10, 20, 40, 40] {
      _ = line.willOpen(at: .zero)
      #expect(line.failed(at: .seconds(1)) == true)
      #expect(line.retry == .seconds(1) + .milliseconds(milliseconds))
    }
    line.returned()
    _ = line.failed(at: .seconds(2))
    #expect(line.retry == .milliseconds(2010), "a device that is back is a new beginning")
  }

  @Test func theNextFailureIsAFirstOneAfterAStay() {
    var line = LineState(
      firstRetry: .milliseconds(10), longestRetry: .seconds(1), stay: .seconds(10))
    for (why, end, wait) in [
      ("no stay yet", 0, 10), ("too short", 9, 20), ("long enough", 10, 10), ("anew", 0, 20),
    ] {
      _ = line.willOpen(at: .zero)
      _ = line.opened(at: .zero)
      line.understood(at: .zero)
      _ = line.failed(at: .seconds(end))
      #expect(line.retry == .seconds(end) + .milliseconds(wait), "\(why)")
    }
  }

  @Test func whatIsNotUnderstoodHasNoStay() {
    var line = line()
    for wait in [10, 20, 40] {
      _ = line.willOpen(at: .zero)
      _ = line.opened(at: .zero)
      _ = line.failed(at: .seconds(60))
      #expect(line.retry == .seconds(60) + .milliseconds(wait))
    }
  }

  @Test func isNotIdleWhileItsDeviceIsGone() {
    var line = line()
    _ = line.willOpen(at: .zero)
    #expect(line.vanished() && !line.isIdle && line.retry == nil)
    line.returned()
    #expect(line.isIdle)
  }
}
