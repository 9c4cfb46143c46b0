// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import SerialLine

/// The doctor's ear: what the supervisor tells in a limited time.
enum Listening {
  /// Listens until there is nothing more to be learned, the time is over, or the user interrupts.
  ///
  /// - Throws: ``SerialPortError`` or ``Failure`` when the process has no descriptors left.
  static func run(_ supervisor: ReceiverSupervisor, for limit: Duration) throws -> Hearing {
    let interruption = try Interruption.awaited().descriptor
    let listener = try supervisor.listen(takesBytes: true)
    let start = monotonicNow()
    var hearing = Hearing(start: start)
    while !hearing.isConclusive {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      ]
      guard wait(for: &ready, until: start + limit), ready[1].revents == 0 else { break }
      for event in listener.take() { hearing.note(event, at: monotonicNow()) }
    }
    hearing.duration = monotonicNow() - start
    return hearing
  }
}
