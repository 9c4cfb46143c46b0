// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct WakeSetupTests {
  private func finding(_ setup: WakeSetup) -> Finding? {
    var machine = Machine()
    machine.wake = setup
    return Diagnosis(
      machine: machine, account: Account(user: 1000, groups: [1000]), ports: []
    ).findings.first { $0.check == .wake }
  }

  @Test func isSilentWhereNothingIsRegistered() {
    #expect(finding(WakeSetup()) == nil)
    #expect(finding(WakeSetup(isInstalled: true)) == nil)
  }

  @Test func knowsTheCommand() {
    #expect(
      finding(WakeSetup(applications: 1, isInstalled: true))?.commands
        == ["systemctl --user enable --now gps-wake.service"])
    #expect(finding(WakeSetup(applications: 2))?.commands == ["gps wake"])
    let watched = finding(WakeSetup(applications: 2, isWatched: true, isInstalled: true))
    #expect(watched?.severity == .good && watched?.commands == [])
  }

  @Test(
    arguments: [
      ("by make install", "/usr/local/lib/systemd/user/gps-wake.service", true),
      ("by the package", "/usr/lib/systemd/user/gps-wake.service", true),
      ("for the machine", "/usr/lib/systemd/system/gps-wake.service", false),
    ])
  func looksForTheUnit(why: String, path: String, isInstalled: Bool) throws {
    let made = try MadeUpTree([path: "", "/run/systemd/system/x": ""])
    #expect(made.machine.wake.isInstalled == isInstalled, "\(why)")
    // Without systemd, units are ordinary files.
    #expect(try !MadeUpTree([path: ""]).machine.wake.isInstalled)
  }
}
