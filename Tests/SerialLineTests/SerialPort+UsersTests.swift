// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SerialLine
import TestSupport
import Testing

/// Ports of another user, in processes that give up the rights of root.
@Suite(.enabled(if: geteuid() == 0, "becomes another user"))
struct SerialPortUsersTests {
  /// Becomes user and group 65534 for good.
  private static func becomeNobody() throws {
    try #require(setgroups(0, nil) == 0 && setgid(65534) == 0 && setuid(65534) == 0)
  }

  @Test func explainsWhoMayOpenAPort() async {
    await #expect(processExitsWith: .success) {
      // Group 5 is called tty in every distribution.
      let rows: [(why: String, group: gid_t, mode: mode_t, joiningHelps: Bool)] = [
        ("its group may read it", 5, 0o660, true),
        ("its group may only write to it, as to a user's terminal", 5, 0o620, false),
        ("it belongs to root's group", 0, 0o660, false),
      ]
      let terminals = try rows.map { row in
        let terminal = try PseudoTerminal()
        try #require(chown(terminal.path, 0, row.group) == 0)
        try #require(chmod(terminal.path, row.mode) == 0)
        return terminal
      }
      try Self.becomeNobody()
      for (row, terminal) in zip(rows, terminals) {
        for access in [SerialPort.Access.reading, .readingAndWriting] {
          let error = #expect(throws: SerialPortError.self, "\(row.why)") {
            // With two slashes, umockdev leaves the error number alone (see Tests/CUmockdev/shim.h).
            _ = try SerialPort(path: "/" + terminal.path, access: access)
          }
          let cause = SerialPortError.Cause.permissionDenied(
            owner: "root", group: row.group == 5 ? "tty" : "root", joiningHelps: row.joiningHelps)
          #expect(error?.cause == cause, "\(row.why)")
        }
      }
    }
  }

  @Test func aPortThatMayOnlyBeReadIsNotWritten() async {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal()
      try #require(chmod(terminal.path, 0o644) == 0)
      try Self.becomeNobody()
      #expect(throws: SerialPortError.self) {
        _ = try SerialPort(path: terminal.path, access: .readingAndWriting)
      }
      let port = try SerialPort(path: terminal.path)
      terminal.send("$GP")
      #expect(try port.text(of: 3) == "$GP")
    }
  }

  /// A pseudo-terminal outlives the programs that use it: had it been made exclusive, nobody but root could open it until
  /// its other end is closed, too.
  @Test func aPseudoTerminalCanBeOpenedAfterAProcessThatWasKilled() async {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal()
      try #require(chown(terminal.path, 65534, 65534) == 0)
      try Self.becomeNobody()
      let killed = try SerialPort(path: terminal.path)
      // All that the kernel does for a process that cannot do it.
      close(killed.descriptor)
      _ = try SerialPort(path: terminal.path)
      // Its last use, so that it is not closed before.
      exit(killed.path == terminal.path ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
