// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationJSON
import LocationPage
import LocationProtocols

/// The output of `gps watch`, from either of its two threads.
///
/// The receiver's thread writes a fix to standard output if that does not block: waking another thread costs as much as
/// everything else. Whatever may block or end the program is left to the main thread.
final class WatchOutput: Sendable {
  private struct Content: ~Copyable {
    var output: StandardOutput
    var printer: FixPrinter
    var messages: StatusMessages
    var states: StateChanges?
    var line: WaitingLine?
    var hasExplainedDates = false
    /// Whether fixes come from a receiver or a program, rather than from a file.
    var isReceiver = true
  }

  private let content: Mutex<Content>

  init(
    format: OutputFormat, units: UnitSystem = .metric, printsStates: Bool = false, waits: Bool,
    endingBy interruption: CInt
  ) {
    let now = monotonicNow()
    let line = format == .text ? WaitingLine(since: now) : nil
    content = Mutex(
      Content(
        output: StandardOutput(flushingLines: true, endingBy: interruption),
        printer: FixPrinter(format: format, pace: Pace(.unlimited), units: units),
        messages: StatusMessages(
          includesSatellites: line == nil, waits: waits, isMute: printsStates),
        states: printsStates ? StateChanges(since: now) : nil, line: line))
  }

  var hasPrinted: Bool { content.withLock { $0.printer.count > 0 } }

  var noFix: String { content.withLock { $0.messages.noFix } }

  /// When to call ``showLine(at:)``; `nil` while there is no line on a terminal.
  var due: Duration? { content.withLock { $0.line?.due } }

  func showLine(at now: Duration) { content.withLock { $0.line?.show(at: now) } }

  func clearLine() { content.withLock { $0.line?.clear() } }

  /// Prints events, with the line at the bottom of the terminal below them, and returns whether the input has ended.
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
      switch event.content {
      case .report(.fix(let fix)):
        if fix.time?.isRolloverCorrected == true, !content.hasExplainedDates {
          content.hasExplainedDates = true
          complain(
            "the receiver's dates are 1024 weeks or more too early, because its week counter has overflowed; they are "
              + "corrected; look for newer firmware")
        }
        let change = try content.printer.print(
          fix, of: content.isReceiver ? event.receiver : nil, to: &content.output)
        // The text has these lines itself.
        if content.printer.format == .json, content.states == nil {
          for line in change?.lines ?? [] { complain(line) }
        }
      case .report(.fixLost(let time)): try content.printer.print(lostAt: time, to: &content.output)
      case .status(let status): if try statusChanged(to: status, &content) { return true }
      case .notice(.fallbackFailed(let line)):
        // A script must not wait for nothing.
        if content.messages.isHopeless { throw Failure(line, EX_UNAVAILABLE) }
        complain(line)
      case .notice(let notice): complain(notice.description)
      case .report, .receivers, .lastFix, .timeWithoutFix, .bytes: break
      }
    }
    return false
  }

  private static func statusChanged(
    to status: ReceiverStatus, _ content: inout Content
  ) throws -> Bool {
    let now = monotonicNow()
    if let kind = status.current?.source.kind {
      content.isReceiver = !kind.traits.contains(.ends)
    }
    content.line?.statusChanged(to: status, at: now)
    if let record = content.states?.record(of: status, at: now) {
      try content.output.line(json: record.members)
    }
    let isAtEnd = try content.messages.statusChanged(to: status)
    if isAtEnd, content.printer.count == 0, let kind = status.current?.source.kind,
      kind.traits.contains(.isRecorded)
    {
      try gps.reportMissingFix(in: kind.name, doing: "watch")
    }
    return isAtEnd
  }

  /// Prints events if that does not block: at most one fix, and no change of state.
  ///
  /// No line is on the terminal then, because it is removed by a status, which no fix overtakes.
  func printAtOnce(_ events: [ReceiverEvent]) -> Bool {
    var fixes: [Fix] = []
    for event in events {
      switch event.content {
      case .report(.fix(let fix)): fixes.append(fix)
      case .status, .notice, .report(.fixLost): return false
      case .report, .receivers, .lastFix, .timeWithoutFix, .bytes: break
      }
    }
    guard let fix = fixes.first else { return true }
    var output = [pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)]
    // A pipe that is writable takes 4096 bytes, and a line is shorter.
    guard fixes.count == 1, poll(&output, 1, 0) == 1, output[0].revents == Int16(POLLOUT) else {
      return false
    }
    // The main thread may have it for as long as nobody reads what it writes.
    let isPrinted = content.withLockIfAvailable { content in
      // Standard error may block, too. A failure here recurs on the main thread, which reports the reason.
      !content.printer.changesWarnings(fix) && (try? Self.print(events, to: &content)) != nil
    }
    return isPrinted ?? false
  }
}

struct StateChanges {
  private var last: StateReport?
  private var waiting: WaitingTime

  init(since start: Duration) { waiting = WaitingTime(since: start) }

  /// Returns the record of a new status; `nil` if nothing in it has changed.
  ///
  /// Opening a device is recorded once: after a loss, every further attempt would count as a change.
  mutating func record(of status: ReceiverStatus, at now: Duration) -> StateReport? {
    let current = status.current
    var record = status.report
    if current?.state == .opening, record.device == last?.device { return nil }
    let waited = waiting.stateChanged(hasFix: current?.state.hasFix == true, at: now)
    guard record != last else { return nil }
    last = record
    record.secondsWaited = waited.map { (($0 / .seconds(1)) * 10).rounded() / 10 }
    return record
  }
}

/// The output of `gps watch --states`.
extension StateReport {
  var members: JSONMembers {
    [
      "state": state, "device": device, "model": model, "rate": rate,
      "satellitesInView": satellitesInView, "owner": owner, "group": group,
      "holders": holders, "protocol": binaryProtocol, "explanation": explanation,
      "secondsWaited": secondsWaited, "spares": standbys.isEmpty ? nil : standbys,
    ]
  }
}

/// The line at the bottom of a terminal while there is no fix: what is awaited, and for how long.
struct WaitingLine {
  private var line = StatusLine()
  private var waiting: WaitingTime
  private var words: String?
  private var device: String?

  /// Creates the line; `nil` if standard error is not a terminal.
  init?(since start: Duration) {
    guard line.isShown else { return nil }
    waiting = WaitingTime(since: start)
  }

  /// When the line is to be updated; `nil` while there is none.
  var due: Duration? { words == nil ? nil : line.due }

  /// Processes a change of the status; opening the same device again does not count as one.
  mutating func statusChanged(to status: ReceiverStatus, at now: Duration) {
    let current = status.current
    if current?.state == .opening, current?.source.name == device { return }
    waiting.stateChanged(hasFix: current?.state.hasFix == true, at: now)
    words = Self.words(current)
    device = current?.source.name
  }

  /// Shows the line, if the last update was at least a second ago.
  mutating func show(at now: Duration) {
    guard let words, let waited = waiting.elapsed(at: now) else { return line.clear() }
    line.show("\(words), \(waited.components.seconds) s", at: now)
  }

  mutating func clear() { line.clear() }

  /// Returns what is awaited; `nil` if nothing is.
  static func words(_ status: SourceStatus?) -> String? {
    guard let status else { return "no receiver found" }
    let name = status.source.name
    switch status.state {
    case .opening: return "opening \(name)"
    case .connecting: return "connecting to \(name)"
    case .silent: return "\(name) is silent"
    case .detectingRate(let rate): return "listening to \(name) at \(rate)"
    case _ where status.source.traits.contains(.isFallback) && !status.state.hasFix:
      return "waiting for GeoClue"
    case .waitingForFix(let satellites, _): return "\(name) has no fix yet\(seen(satellites))"
    case .lost(let satellites, _): return "\(name) has lost its fix\(seen(satellites))"
    case .unplugged, .failed, .notAReceiver, .denied: return "waiting for \(name)"
    case .relayed(let report):
      if report.code == .fix { return nil }
      return status.explanation.map { printable($0) } ?? "waiting for \(name)"
    case .fix, .standby, .unused, .ended: return nil
    }
  }

  private static func seen(_ satellites: Int?) -> String {
    satellites.map { ", " + counted($0, "satellite") + " in view" } ?? ""
  }
}
