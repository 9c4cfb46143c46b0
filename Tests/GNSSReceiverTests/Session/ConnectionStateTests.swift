// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSSReceiver

/// When a connection is opened, closed and tried again.
struct ConnectionStateTests {
  private func connection() -> ConnectionState {
    ConnectionState(
      RetryRule(first: .milliseconds(10), longest: .milliseconds(40), stay: .seconds(1)))
  }

  @Test func isOpenedOnce() {
    var connection = connection()
    #expect(connection.isIdle && connection.willOpen(at: .zero))
    #expect(connection.willOpen(at: .zero) == false, "it is being opened already")
    #expect(connection.opened(at: .seconds(1)) && connection.openedAt == .seconds(1))
    #expect(connection.opened(at: .seconds(2)) == false, "nobody waits for it any more")
    #expect(!connection.willOpen(at: .zero) && connection.retry == nil && !connection.isIdle)
  }

  @Test func isClosedOnlyIfThereIsAnythingToClose() {
    var connection = connection()
    #expect(connection.close() == false)
    _ = connection.willOpen(at: .zero)
    #expect(connection.close(retry: .seconds(3)) == true)
    #expect(connection.isClosed && connection.retry == .seconds(3) && !connection.isIdle)
    #expect(connection.opened(at: .seconds(1)) == false, "what comes too late does not open it")
  }

  @Test func waitsTwiceAsLongAfterEachFailureUpToALimit() {
    var connection = connection()
    for milliseconds in [10, 20, 40, 40] {
      _ = connection.willOpen(at: .zero)
      #expect(connection.failed(at: .seconds(1)) == true)
      #expect(connection.retry == .seconds(1) + .milliseconds(milliseconds))
    }
    connection.returned()
    _ = connection.failed(at: .seconds(2))
    #expect(connection.retry == .milliseconds(2010), "a device that is back is a new beginning")
  }

  @Test func theNextFailureIsAFirstOneAfterAStay() {
    var connection = ConnectionState(
      RetryRule(first: .milliseconds(10), longest: .seconds(1), stay: .seconds(10)))
    for (why, end, wait) in [
      ("no stay yet", 0, 10), ("too short", 9, 20), ("long enough", 10, 10), ("anew", 0, 20),
    ] {
      _ = connection.willOpen(at: .zero)
      _ = connection.opened(at: .zero)
      connection.understood(at: .zero)
      _ = connection.failed(at: .seconds(end))
      #expect(connection.retry == .seconds(end) + .milliseconds(wait), "\(why)")
    }
  }

  @Test func whatIsNotUnderstoodHasNoStay() {
    var connection = connection()
    for wait in [10, 20, 40] {
      _ = connection.willOpen(at: .zero)
      _ = connection.opened(at: .zero)
      _ = connection.failed(at: .seconds(60))
      #expect(connection.retry == .seconds(60) + .milliseconds(wait))
    }
  }

  @Test func isNotIdleWhileItsDeviceIsGone() {
    var connection = connection()
    _ = connection.willOpen(at: .zero)
    #expect(connection.vanished() && !connection.isIdle && connection.retry == nil)
    connection.returned()
    #expect(connection.isIdle)
  }
}
