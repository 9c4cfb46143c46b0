// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import Testing

@testable import GNSSReceiver

/// Which events are taken directly, and which wait.
struct MailboxTests {
  /// A loss; all of them are equal, since only the way in which they are taken matters.
  private static let event = ReceiverEvent(.report(.fixLost(nil)), at: .zero)

  @Test func nothingWaitsThatIsTakenDirectly() throws {
    let taken = Mutex(0)
    let mailbox = try Mailbox(capacity: 8) { events in
      taken.withLock { $0 += events.count }
      return true
    }
    mailbox.put([Self.event, Self.event])
    #expect(taken.withLock { $0 } == 2)
    #expect(mailbox.drain().isEmpty)
  }

  @Test func nothingOvertakesWhatWaitsOrIsWorkedOn() throws {
    let mayTake = Mutex(false)
    let asked = Mutex(0)
    let mailbox = try Mailbox(capacity: 8) { _ in
      asked.withLock { $0 += 1 }
      return mayTake.withLock { $0 }
    }
    mailbox.put([Self.event])
    #expect(asked.withLock { $0 } == 1)
    mayTake.withLock { $0 = true }
    // One event is waiting.
    mailbox.put([Self.event])
    #expect(mailbox.drain().count == 2)
    // Two events are being processed.
    mailbox.put([Self.event])
    #expect(asked.withLock { $0 } == 1)
    #expect(mailbox.drain().count == 1)
    mailbox.finished()
    mailbox.put([Self.event])
    #expect(asked.withLock { $0 } == 2)
    #expect(mailbox.drain().isEmpty)
  }
}
