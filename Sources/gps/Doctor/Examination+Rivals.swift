// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Other software on the machine that tends to use serial ports.

import ReceiverDiscovery
import SerialLine

extension Examination {
  /// Returns a finding if the kernel prints its messages to a port.
  func console(_ port: ExaminedPort) -> Finding? {
    let name = machine.consoles.first { port.names.contains($0) }
    guard name != nil || port.device?.isConsole == true else { return nil }
    let names = port.names.intersection(["serial0", "serial1"]).union([
      port.node.split(separator: "/").last.map(String.init) ?? port.node
    ])
    let pattern = "s/console=(\(names.sorted().joined(separator: "|")))[^ \"]*//g"
    var commands = ["cat /proc/cmdline"]
    if let file = machine.bootFile {
      commands = ["sudo sed -i.bak -E \(shellWord(pattern)) \(file)"]
      if file == "/etc/default/grub" { commands.append("sudo update-grub") }
      commands.append("sudo reboot")
    }
    return Finding(
      .problem, .console, at: port.path, "the kernel prints its messages there",
      why:
        "Remove console=\(name ?? port.node) from the kernel's command line, then restart.",
      commands: commands)
  }

  /// Returns a finding if a login prompt waits on a port.
  func login(_ port: ExaminedPort) -> Finding? {
    let number = port.status?.number
    guard
      !machine.logins.isDisjoint(with: port.names)
        || number.map(machine.loginTerminals.contains) == true
    else { return nil }
    return Finding(
      .problem, .getty, at: port.path, "a login prompt waits there",
      why: "It takes what the receiver sends for somebody typing, and answers.",
      commands: [Self.disableLogin(port.node)])
  }

  /// Returns findings on running programs that may take a port, although they do not have it now.
  func rivals(at port: ExaminedPort) -> [Finding] {
    guard port.isUSB else { return [] }
    return [modemManager(port), brltty(port), gpsd(port)].compactMap(\.self)
  }

  private func isIdle(_ rival: Machine.Rival, _ port: ExaminedPort) -> Bool {
    machine.rivals.contains(rival) && !port.holders.contains { $0.name == rival.rawValue }
  }

  private func modemManager(_ port: ExaminedPort) -> Finding? {
    guard isIdle(.modemManager, port), port.isHiddenFromModemManager != true,
      port.device.map(ReceiverCatalog.isModem) != true
    else { return nil }
    let isCovered = isCovered(port)
    return Finding(
      .warning, .modemManager, at: port.path, "ModemManager may take it for a modem",
      why: isCovered
        ? "It writes to every device that is plugged in, and keeps it open for some seconds. A udev rule prevents that:"
        : "It writes to every device that is plugged in, and keeps it open for some seconds. Without a modem "
          + "in this machine, it is not needed:",
      commands: isCovered
        ? [Self.installingRule] : Self.commandsEnding(.modemManager))
  }

  private func brltty(_ port: ExaminedPort) -> Finding? {
    guard isIdle(.brltty, port) else { return nil }
    return Finding(
      .warning, .brltty, at: port.path, "brltty may take it for a Braille display",
      why: "The port then disappears. If nobody here uses a Braille display:",
      commands: Self.commandsEnding(.brltty))
  }

  private func gpsd(_ port: ExaminedPort) -> Finding? {
    guard isIdle(.gpsd, port) else { return nil }
    return Finding(
      .warning, .gpsd, at: port.path, "gpsd is running and may take it",
      why: "It opens receivers when they are plugged in, or when a program asks it for a position.",
      commands: Self.commandsEnding(.gpsd))
  }

  // MARK: The machine

  var machineFindings: [Finding] {
    var findings: [Finding] = []
    if needsPort, ports.allSatisfy({ $0.status == nil }), machine.rivals.contains(.brltty) {
      findings.append(
        Finding(
          .warning, .brltty, "brltty is running",
          why:
            "It mistakes many USB adapters for Braille displays, and the port then disappears. If nobody here "
            + "uses a Braille display:", commands: Self.commandsEnding(.brltty)))
    }
    if needsPort, !machine.hasUdev {
      findings.append(
        Finding(
          .warning, .udev,
          "udev is not running\(machine.isContainer ? ", as in most containers" : "")",
          why:
            "Links such as /dev/serial/by-id may be missing, and udev rules cannot set permissions. "
            + "Plugging and unplugging are still noticed."
            + (machine.isContainer ? " To give a container udev's data:" : ""),
          commands: [
            machine.isContainer
              ? "docker run --device /dev/ttyACM0 -v /run/udev:/run/udev:ro IMAGE gps doctor"
              : "sudo systemctl start systemd-udevd.service"
          ]))
    }
    return findings
  }
}
