// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// A result of the doctor's diagnosis, and its remedy.
struct Finding: Hashable {
  enum Severity: String, CaseIterable {
    case good
    /// May fail, or fails occasionally.
    case warning
    /// Prevents positions altogether.
    case problem

    /// A color, and a symbol that distinguishes severities even without it.
    var style: (mark: String, color: TerminalColor) {
      switch self {
      case .good: ("✓", .green)
      case .warning: ("!", .yellow)
      case .problem: ("✗", .red)
      }
    }
  }

  enum Check: String, CaseIterable {
    case device, permission, holder, console, getty, modemManager, brltty, gpsd, udev
    case service, source, signal, line, fix, signatures, units, geoClue, policy, rule, time,
      corrections, wake
  }

  let severity: Severity
  let check: Check
  /// The path or address by which the user knows it; `nil` for a finding about the machine.
  let place: String?
  let what: String
  /// Why it matters, and any remedy other than a command; `nil` if there is nothing to add.
  let why: String?
  /// Commands that fix it, in order; empty if no command can.
  let commands: [String]

  init(
    _ severity: Severity, _ check: Check, at place: String? = nil, _ what: String,
    why: String? = nil, commands: [String] = []
  ) {
    (self.severity, self.check, self.place) = (severity, check, place)
    (self.what, self.why, self.commands) = (what, why, commands)
  }

  /// Returns the finding, the reason below it, and each command on a separate line, never wrapped.
  func lines(width: Int? = nil) -> [String] {
    let room = min(width ?? .max, 78) - 2
    let head = [place, what].compactMap(\.self).joined(separator: ": ")
    let (symbol, color) = severity.style
    let mark = TerminalColor.paint(symbol, color, on: STDOUT_FILENO)
    let text = width == nil ? [printable(head)] : printable(head).wrapped(to: room)
    return zip([mark] + text.dropFirst().map { _ in " " }, text).map { "\($0) \($1)" }
      + printable(why ?? "").wrapped(to: room).map { "  " + $0 }
      + commands.map { "      " + printable($0) }
  }

  var members: JSONMembers {
    [
      "severity": severity.rawValue, "check": check.rawValue, "device": place, "what": what,
      "why": why, "commands": commands.isEmpty ? nil : commands,
    ]
  }
}
