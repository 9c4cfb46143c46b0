// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import LocationJSON
import LocationProtocols

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
