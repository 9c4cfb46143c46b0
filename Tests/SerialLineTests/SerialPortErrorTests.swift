// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import SerialLine

@Suite struct SerialPortErrorTests {
  /// Whoever joins root's group may write files of the system; a group without a name cannot be joined.
  @Test(
    arguments: [
      (
        "the group of ports", 5, true, "(owner root, group tty); run \"sudo usermod -aG tty $USER\""
      ),
      ("root's group", 0, true, "(owner root, group root); run \"gps doctor --device /dev/x\""),
      ("a group that may not read it", 5, false, "group tty); run \"gps doctor --device /dev/x\""),
      ("a group of the host of a container", 4_000_123, true, "group 4000123); run \"gps doctor"),
    ] as [(why: String, group: UInt32, groupReads: Bool, words: String)])
  func advisesToJoinAGroupOnlyIfThatIsSafeAndHelps(
    why: String, group: UInt32, groupReads: Bool, words: String
  ) {
    let cause = SerialPortError.permission(owner: 0, group: group, groupReads: groupReads)
    let text = SerialPortError(cause, "/dev/x").description
    #expect(text.contains(words), "\(why): \(text)")
    #expect(!text.contains("usermod -aG root"))
  }
}
