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
    var teller: StatusTeller
    var states: StateTeller?
    var line: WaitingLine?
  }

  private let content: Guarded<Content>

  /// - Parameter tellsStates: whether standard output tells programs how it stands, and standard error does not.
  init(format: OutputFormat, tellsStates: Bool) {
    let now = monotonicNow()
    let line = format == .text ? WaitingLine(since: now) : nil
    content = Guarded(
      Content(
        output: StandardOutput(flushingLines: true),
        printer: FixPrinter(format: format, pace: Pace(.unlimited)),
        teller: StatusTeller(tellsSatellites: line == nil, isMute: tellsStates),
        states: tellsStates ? StateTeller(since: now) : nil, line: line))
  }

  /// Whether a fix has been printed.
  var hasPrinted: Bool { content.withLock { $0.printer.count > 0 } }

  /// How it stands, in words.
  var standing: String { content.withLock { $0.teller.standing } }

  /// When to call ``showLine(at:)``; `nil` while nobody waits for a fix at a terminal.
  var due: Duration? { content.withLock { $0.line?.due } }

  /// Says on the terminal what is waited for.
  func showLine(at now: Duration) { content.withLock { $0.line?.show(at: now) } }

  /// Takes that away.
  func clearLine() { content.withLock { $0.line?.clear() } }

  /// Prints events, with the line at the bottom of the terminal below them.
  ///
  /// - Returns: whether what was read is at its end.
  /// - Throws: ``Failure``, or `ExitCode` when nobody reads.
  func print(_ events: [ReceiverEvent], at now: Duration) throws -> Bool {
    try content.withLock { content in
      content.line?.clear()
      let isAtEnd = try Self.print(events, to: &content)
      content.line?.show(at: now)
      return isAtEnd
    }
  }

  private static func print(_ events: [ReceiverEvent], to content: inout Content) throws -> Bool {
    for event in events {
      switch event {
      case .fix(let fix, _): try content.printer.print(fix, to: &content.output)
      case .fixLost(let time): try content.printer.print(lostAt: time, to: &content.output)
      case .status(let status): if try tell(status, to: &content) { return true }
      case .satellites, .heading, .defects, .bytes: break
      }
    }
    return false
  }

  private static func tell(_ status: ReceiverStatus, to content: inout Content) throws -> Bool {
    let now = monotonicNow()
    content.line?.note(status, at: now)
    if let record = content.states?.news(status, at: now) {
      let bytes = try JSONLine.encode(record)
      try content.output.line { $0.append(contentsOf: bytes) }
    }
    return try content.teller.tell(status)
  }

  /// Prints events if that is done at once: one fix at the most, and nothing that changes how it stands.
  ///
  /// There is no line on the terminal then: a status takes it away, and nothing overtakes that.
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
    return (try? content.withLock { try Self.print(events, to: &$0) }) != nil
  }
}
