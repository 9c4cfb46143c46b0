// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LinuxSystem

extension Hearing {
  /// Listens until there is nothing more to learn, the time is up, or the user interrupts.
  ///
  /// - Throws: ``SerialPortError`` or ``Failure`` when the process has no descriptors left.
  init(of supervisor: ReceiverSupervisor, for limit: Duration) throws {
    let interruption = try Interruption.awaited().descriptor
    let listener = try supervisor.listen(takesBytes: true)
    var hearing = Hearing(start: monotonicNow())
    func receive() {
      for event in listener.drain() { hearing.received(event, at: monotonicNow()) }
    }
    var loop = PollLoop(endingBy: interruption)
    loop.whenReady(listener.descriptor, receive)
    try loop.run(until: hearing.start + limit) { hearing.isConclusive }
    receive()
    self = hearing
    duration = monotonicNow() - start
  }
}
