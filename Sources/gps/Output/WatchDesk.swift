// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import Glibc
import SerialLine

/// Where `gps watch` prints, from either of its two threads.
///
/// A fix goes from the receiver's thread to standard output, if that takes it at once: to wake another thread costs
/// as much as all the rest. Whatever may wait or end the program is left to the main thread.
final class WatchDesk: Sendable {
  private struct Content: ~Copyable {
    var output: StandardOutput
    var printer: FixPrinter
    var teller = StatusTeller()
  }

  private let content: Guarded<Content>

  init(format: OutputFormat) {
    content = Guarded(
      Content(
        output: StandardOutput(flushingLines: true),
        printer: FixPrinter(format: format, pace: Pace(.unlimited))))
  }

  /// Whether a fix has been printed.
  var hasPrinted: Bool { content.withLock { $0.printer.count > 0 } }

  /// How it stands, in words.
  var standing: String { content.withLock { $0.teller.standing } }

  /// Prints events.
  ///
  /// - Returns: whether what was read is at its end.
  /// - Throws: ``Failure``, or `ExitCode` when nobody reads.
  func print(_ events: [ReceiverEvent]) throws -> Bool {
    try content.withLock { content in
      for event in events {
        switch event {
        case .fix(let fix, _): try content.printer.print(fix, to: &content.output)
        case .fixLost(let time): try content.printer.print(lostAt: time, to: &content.output)
        case .status(let status): if try content.teller.tell(status) { return true }
        case .satellites, .heading, .defects, .bytes: break
        }
      }
      return false
    }
  }

  /// Prints events if that is done at once: one fix at the most, and nothing that changes how it stands.
  func printAtOnce(_ events: [ReceiverEvent]) -> Bool {
    var fixes = 0
    for event in events {
      switch event {
      case .fix: fixes += 1
      case .status, .fixLost: return false
      case .satellites, .heading, .defects, .bytes: break
      }
    }
    if fixes == 0 { return true }
    var output = [pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)]
    // A pipe that is writable takes 4096 bytes, and a line is shorter.
    guard fixes == 1, poll(&output, 1, 0) == 1, output[0].revents == Int16(POLLOUT) else {
      return false
    }
    // What fails fails again on the main thread, which tells why.
    return (try? print(events)) != nil
  }
}
