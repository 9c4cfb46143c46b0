// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GPSTool
import ReceiverDiscovery
import Testing

@testable import gps

@Suite struct RuleInstallerTests {
  @Test func writesTheRuleIntoAnotherMachine() throws {
    let made = try MadeUpTree()
    let installer = RuleInstaller(root: made.root)
    // The second file replaces the first.
    for _ in 0..<2 { try installer.write() }
    let folder = made.root + "/etc/udev/rules.d"
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder)
        == ["60-core-location-linux.rules"])
    #expect(try String(contentsOfFile: installer.path, encoding: .utf8) == UdevRule.text)
    #expect(installer.apply() == "it takes effect when that machine starts")
    #expect(installer.preview.allSatisfy { !$0.contains("udevadm") })
  }

  @Test func replacesALinkAndNotWhatItLeadsTo() throws {
    let made = try MadeUpTree(["/etc/udev/rules.d/10-mine.rules": "mine"])
    let installer = RuleInstaller(root: made.root)
    let victim = made.root + "/etc/udev/rules.d/10-mine.rules"
    try FileManager.default.createSymbolicLink(
      atPath: installer.path, withDestinationPath: victim)
    try installer.write()
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
    #expect(try String(contentsOfFile: installer.path, encoding: .utf8) == UdevRule.text)
  }

  @Test func showsTheFileAndTheCommands() {
    let preview = RuleInstaller(root: "").preview
    #expect(preview.first == "# /etc/udev/rules.d/60-core-location-linux.rules")
    #expect(preview.joined(separator: "\n").contains(UdevRule.text))
    #expect(preview.contains("# udevadm control --reload"))
    #expect(preview.last?.hasPrefix("# udevadm trigger --subsystem-match=tty") == true)
  }

  @Test func saysWhyItCannotBeWritten() throws {
    let made = try MadeUpTree(["/etc/udev": "a file where a folder should be"])
    let installer = RuleInstaller(root: made.root)
    let failure = #expect(throws: Failure.self) { try installer.write() }
    #expect(failure?.exitCode == EX_IOERR)
    #expect(failure?.description.contains("\n") == false, "\(failure?.description ?? "")")
    #expect(failure?.description.hasPrefix("cannot write \(installer.path): ") == true)
  }
}
