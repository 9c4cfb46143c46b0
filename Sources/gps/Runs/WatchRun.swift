// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem

/// A run of `gps watch`: prints what a receiver reports until the command is interrupted or its output closed.
struct WatchRun {
  let supervisor: ReceiverSupervisor
  let printed: WatchOutput
  /// Seconds within which there must be a fix; `nil` waits forever.
  var timeout: Double?

  func run(on reactor: Reactor) throws {
    defer { printed.clearLine() }
    let listener = try supervisor.listen(directly: printed.printAtOnce)
    let deadline = timeout.map { monotonicNow() + .seconds($0) }
    var isAtEnd = false
    reactor.endWithReader(of: STDOUT_FILENO)
    reactor.whenReady(listener.descriptor) {
      isAtEnd = try printed.print(listener.drain(), at: monotonicNow())
      listener.finished()
    }
    reactor.whenDue(printed.due) { printed.showLine(at: $0) }
    reactor.whenDue(printed.hasPrinted ? nil : deadline) { _ in
      throw Failure(
        "no fix in \(timeout ?? 0) s: \(printed.noFix)", EX_TEMPFAIL)
    }
    try reactor.run { isAtEnd }
  }
}
