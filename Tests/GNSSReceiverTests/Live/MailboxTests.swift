// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@testable import GNSSReceiver

/// What is taken directly, and what waits.
struct MailboxTests {
  /// Losses, told apart by nothing; what matters is who gets them.
  private static let event = ReceiverEvent.fixLost(nil)

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
    // One waits.
    mailbox.put([Self.event])
    #expect(mailbox.drain().count == 2)
    // Two are worked on.
    mailbox.put([Self.event])
    #expect(asked.withLock { $0 } == 1)
    #expect(mailbox.drain().count == 1)
    mailbox.finished()
    mailbox.put([Self.event])
    #expect(asked.withLock { $0 } == 2)
    #expect(mailbox.drain().isEmpty)
  }
}
