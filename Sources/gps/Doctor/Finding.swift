// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Something the doctor has found, and what mends it.
struct Finding: Hashable {
  /// How bad it is.
  enum Severity: String, CaseIterable {
    /// As it should be.
    case good
    /// It may go wrong, or goes wrong now and then.
    case warning
    /// No position comes as long as it is so.
    case problem

    /// What stands before it; the three differ without color.
    var mark: String {
      switch self {
      case .good: "✓"
      case .warning: "!"
      case .problem: "✗"
      }
    }

    var color: TerminalColor {
      switch self {
      case .good: .green
      case .warning: .yellow
      case .problem: .red
      }
    }
  }

  /// What was looked at.
  enum Check: String, CaseIterable {
    case device, permission, holder, console, getty, modemManager, brltty, gpsd, udev
    case service, signal, line, fix, units, geoClue, policy, rule
  }

  let severity: Severity
  let check: Check
  /// Where: the path or address that the user knows it by; `nil` for what concerns the machine.
  let place: String?
  /// What was found, in a clause.
  let what: String
  /// Why that matters, and what to do about it that is no command; `nil` if nothing need be said.
  let why: String?
  /// What mends it, one after the other; empty if no command can.
  let commands: [String]

  init(
    _ severity: Severity, _ check: Check, at place: String? = nil, _ what: String,
    why: String? = nil, commands: [String] = []
  ) {
    self.severity = severity
    self.check = check
    self.place = place
    self.what = what
    self.why = why
    self.commands = commands
  }

  // MARK: For people

  /// A block: the finding, the reason below it, and each command on a line of its own, which may be longer.
  ///
  /// - Parameter width: characters into which a line fits; `nil` wraps the reason only, where it is easily read.
  func lines(width: Int? = nil) -> [String] {
    let room = min(width ?? .max, 78) - 2
    let head = [place, what].compactMap(\.self).joined(separator: ": ")
    let mark = TerminalColor.paint(severity.mark, severity.color, on: STDOUT_FILENO)
    let text = width == nil ? [printable(head)] : printable(head).wrapped(to: room)
    return zip([mark] + text.dropFirst().map { _ in " " }, text).map { "\($0) \($1)" }
      + printable(why ?? "").wrapped(to: room).map { "  " + $0 }
      + commands.map { "      " + printable($0) }
  }

  // MARK: For programs

  /// One object.
  func json() throws -> [UInt8] {
    try JSONLine.encode(
      Members(
        severity: severity.rawValue, check: check.rawValue, device: place, what: what, why: why,
        commands: commands.isEmpty ? nil : commands))
  }

  private struct Members: Encodable {
    let severity: String
    let check: String
    let device: String?
    let what: String
    let why: String?
    let commands: [String]?
  }
}

/// A text as one word of a shell's command.
func shellWord(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-:@%+,".utf8.contains(byte)
    }
  }
  if plain, !text.isEmpty { return text }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
