// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

/// When a connection is opened, closed and tried again.
struct ConnectionStateTests {
  private func link() -> ConnectionState {
    ConnectionState(
      RetryRule(first: .milliseconds(10), longest: .milliseconds(40), stay: .seconds(1)))
  }

  @Test func isOpenedOnce() {
    var link = link()
    #expect(link.isIdle && link.willOpen(at: .zero))
    #expect(link.willOpen(at: .zero) == false, "it is being opened already")
    #expect(link.opened(at: .seconds(1)) && link.openedAt == .seconds(1))
    #expect(link.opened(at: .seconds(2)) == false, "nobody waits for it any more")
    #expect(!link.willOpen(at: .zero) && link.retry == nil && !link.isIdle)
  }

  @Test func isClosedOnlyIfThereIsAnythingToClose() {
    var link = link()
    #expect(link.close() == false)
    _ = link.willOpen(at: .zero)
    #expect(link.close(retry: .seconds(3)) == true)
    #expect(link.isClosed && link.retry == .seconds(3) && !link.isIdle)
    #expect(link.opened(at: .seconds(1)) == false, "what comes too late does not open it")
  }

  @Test func waitsTwiceAsLongAfterEachFailureUpToALimit() {
    var link = link()
    for milliseconds in [10, 20, 40, 40] {
      _ = link.willOpen(at: .zero)
      #expect(link.failed(at: .seconds(1)) == true)
      #expect(link.retry == .seconds(1) + .milliseconds(milliseconds))
    }
    link.returned()
    _ = link.failed(at: .seconds(2))
    #expect(link.retry == .milliseconds(2010), "a device that is back is a new beginning")
  }

  @Test func theNextFailureIsAFirstOneAfterAStay() {
    var link = ConnectionState(
      RetryRule(first: .milliseconds(10), longest: .seconds(1), stay: .seconds(10)))
    for (why, end, wait) in [
      ("no stay yet", 0, 10), ("too short", 9, 20), ("long enough", 10, 10), ("anew", 0, 20),
    ] {
      _ = link.willOpen(at: .zero)
      _ = link.opened(at: .zero)
      link.understood(at: .zero)
      _ = link.failed(at: .seconds(end))
      #expect(link.retry == .seconds(end) + .milliseconds(wait), "\(why)")
    }
  }

  @Test func whatIsNotUnderstoodHasNoStay() {
    var link = link()
    for wait in [10, 20, 40] {
      _ = link.willOpen(at: .zero)
      _ = link.opened(at: .zero)
      _ = link.failed(at: .seconds(60))
      #expect(link.retry == .seconds(60) + .milliseconds(wait))
    }
  }

  @Test func isNotIdleWhileItsDeviceIsGone() {
    var link = link()
    _ = link.willOpen(at: .zero)
    #expect(link.vanished() && !link.isIdle && link.retry == nil)
    link.returned()
    #expect(link.isIdle)
  }
}
