// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization
import Testing

@testable import gps

@Suite struct ProgramStarterTests {
  private static let running = "Running as unit: gps-woken-7-1.service\n"

  @Test(
    arguments: [
      ("it ended", .exited(0), running, .ended(.exited(0))),
      ("with a code", .exited(3), running, .ended(.exited(3))),
      (
        "killed, systemd 252", .exited(1),
        running + "Main processes terminated with: code=killed/status=KILL\n",
        .ended(.signaled(SIGKILL))
      ),
      (
        "killed, systemd 257", .exited(1),
        running + "Main processes terminated with: code=killed, status=15/TERM\n",
        .ended(.signaled(SIGTERM))
      ),
      (
        "with a dump", .exited(1),
        running + "Main processes terminated with: code=dumped/status=SEGV\n",
        .ended(.signaled(SIGSEGV))
      ),
      // The unit may go on; nothing is known about its end.
      ("systemd-run itself was killed", .signaled(SIGKILL), running, .ended(.signaled(SIGKILL))),
      (
        "no manager", .exited(1), "Failed to connect to bus: No medium found\n", .noManager
      ),
      ("killed before it asked", .signaled(SIGKILL), "", .noManager),
    ] as [(why: String, end: ProcessEnd, text: String, result: ProgramStarter.End)])
  func readsWhatSystemdRunReports(
    _ row: (why: String, end: ProcessEnd, text: String, result: ProgramStarter.End)
  ) {
    #expect(ProgramStarter.end(row.end, reported: row.text) == row.result, "\(row.why)")
  }

  @Test(
    arguments: [
      ("a path", Array("/opt/a b/é;'\"\\".utf8), true),
      ("a variable", Array("/opt/$HOME".utf8), false),
      ("a variable with an accent", Array("/opt/$\u{301}HOME".utf8), false),
      ("a specifier", Array("/opt/%h".utf8), false), ("a line end", Array("/opt/a\nb".utf8), false),
      ("an escape", Array("/opt/\u{1B}[2J".utf8), false), ("no text", [0x2F, 0xFF], false),
    ] as [(why: String, path: [UInt8], isUnit: Bool)])
  func putsOnlyPlainPathsIntoUnits(_ row: (why: String, path: [UInt8], isUnit: Bool)) {
    let path = ProgramStarter.unitPath(ApplicationIdentifier(row.path))
    #expect(path.map { Array($0.utf8) } == (row.isUnit ? row.path : nil), "\(row.why)")
  }
}
