// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem

/// A run of `gps watch`: prints what a receiver reports until the command is interrupted or its output closed.
struct WatchRun {
  private let supervisor: ReceiverSupervisor
  private let printed: WatchOutput
  /// Seconds within which there must be a fix; `nil` waits forever.
  private let timeout: Double?

  init(_ supervisor: ReceiverSupervisor, _ output: WatchOutput, timeout: Double? = nil) {
    self.supervisor = supervisor
    printed = output
    self.timeout = timeout
  }

  /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
  /// - Throws: ``Failure``, `SystemError`, or `ExitCode` when the reader has closed the pipe.
  func run(endingBy interruption: CInt) throws {
    defer { printed.clearLine() }
    let listener = try supervisor.listen(directly: printed.printAtOnce)
    let deadline = timeout.map { monotonicNow() + .seconds($0) }
    while true {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      ]
      let end = printed.hasPrinted ? nil : deadline
      guard wait(for: &ready, until: [end, printed.due].compactMap(\.self).min()) else {
        let now = monotonicNow()
        printed.showLine(at: now)
        guard let end, now >= end else { continue }
        throw Failure(
          "no fix in \(timeout ?? 0) s: \(printed.standing); give the antenna a view of the sky",
          EX_TEMPFAIL)
      }
      if ready[1].revents != 0 || ready[2].revents != 0 { return }
      if try printed.print(listener.drain(), at: monotonicNow()) { return }
      listener.finished()
    }
  }
}
