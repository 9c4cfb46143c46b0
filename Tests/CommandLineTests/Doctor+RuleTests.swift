// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps doctor --install-udev-rule`, run as a process.
@Suite struct DoctorRuleTests {
  private static let file = "/etc/udev/rules.d/60-core-location-linux.rules"

  @Test func showsTheRuleFirst() throws {
    let was = FileManager.default.fileExists(atPath: Self.file)
    let run = try Tool.run(["doctor", "--install-udev-rule", "--dry-run"])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(run.lines.first == "# " + Self.file)
    #expect(run.lines.contains("SUBSYSTEM==\"tty\", TAG+=\"uaccess\""))
    #expect(run.lines.contains("# udevadm control --reload"))
    #expect(FileManager.default.fileExists(atPath: Self.file) == was)
  }

  @Test func installsTheRuleItHasShown() throws {
    let scratch = try ScratchFolder()
    let shown = try Tool.run(["doctor", "--install-udev-rule", "--dry-run"])
    let run = try Tool.run(["doctor", "--install-udev-rule", "--root", scratch.path])
    #expect(run.exitCode == 0)
    #expect(run.lines == ["installed \(scratch.path)\(Self.file)"])
    let text = try String(contentsOfFile: scratch.path + Self.file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Without the file's name in front, and the blank line and three lines about commands at the end.
    #expect(Array(shown.lines.dropFirst().dropLast(4)) == lines.dropLast())
  }

  @Test(arguments: ["000", "077"])
  func setsTheModesThatTheUmaskWouldChange(umask: String) throws {
    let scratch = try ScratchFolder()
    let run = try Tool.shell(
      """
      umask \(umask); "$gps" doctor --install-udev-rule --root "$1" > /dev/null || exit
      stat -c %a "$1/etc" "$1/etc/udev/rules.d" "$2"
      """, scratch.path, scratch.path + Self.file)
    #expect(run.lines == ["755", "755", "644"])
  }

  @Test(.enabled(if: geteuid() == 0, "becomes another user"))
  func reportsMissingRights() throws {
    let scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/etc/udev/rules.d", withIntermediateDirectories: true)
    let run = try Tool.shell(
      """
      setpriv --reuid nobody --regid nogroup --clear-groups \
        "$gps" doctor --install-udev-rule --root "$1"
      """, scratch.path)
    expectFailure(
      run, 77, "cannot write \(scratch.path)\(Self.file): permission denied; run it with sudo")
  }

  /// udev reads the rule in a separate mount namespace, so that no file of this machine is touched.
  @Test(.enabled(if: mayMount, "makes a file system of its own, and asks udevadm"))
  func isReadByUdev() throws {
    let scratch = try ScratchFolder()
    try #require(
      try Tool.run(["doctor", "--install-udev-rule", "--root", scratch.path]).exitCode == 0)
    let script = """
      unshare --mount --propagation private sh -ec '
        mount -t tmpfs none /run
        mount -t tmpfs none /dev
        mkdir /run/none
        mount --bind /run/none /usr/lib/udev/rules.d
        mount --bind "$1" /etc/udev/rules.d
        exec udevadm test --action=add /sys/class/tty/console' sh "$1/etc/udev/rules.d" 2>&1
      """
    let run = try Tool.shell(script, scratch.path)
    #expect(run.exitCode == 0)
    #expect(run.lines.contains { $0.hasSuffix(Self.file) && $0.hasPrefix("Reading rules file") })
    // udev reports what it does not understand by file and line.
    #expect(!run.lines.contains { $0.contains("60-core-location-linux.rules:") }, "\(run.lines)")

    try "WHAT==\"this\"\n".write(
      toFile: scratch.path + Self.file, atomically: true, encoding: .utf8)
    let refused = try Tool.shell(script, scratch.path)
    #expect(refused.lines.contains { $0.contains("60-core-location-linux.rules:1 Invalid key") })
  }

  private static var mayMount: Bool {
    geteuid() == 0
      && (try? Tool.shell("unshare --mount true && command -v udevadm").exitCode) == 0
  }
}
