// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem

extension Hearing {
  /// Listens until there is nothing more to learn, the time is up, or the user interrupts.
  ///
  /// - Throws: ``SerialPortError`` or ``Failure`` when the process has no descriptors left.
  init(of supervisor: ReceiverSupervisor, for limit: Duration) throws {
    let interruption = try Interruption.awaited().descriptor
    let listener = try supervisor.listen(takesBytes: true)
    self.init(start: monotonicNow())
    while !isConclusive {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      ]
      guard wait(for: &ready, until: start + limit), ready[1].revents == 0 else { break }
      for event in listener.drain() { received(event, at: monotonicNow()) }
    }
    for event in listener.drain() { received(event, at: monotonicNow()) }
    duration = monotonicNow() - start
  }
}
