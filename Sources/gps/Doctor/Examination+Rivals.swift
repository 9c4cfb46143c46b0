// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Other software on the machine that tends to use serial ports.

import LinuxSystem
import ReceiverDiscovery
import SerialLine

extension Examination {
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
    let isCovered = isCovered(port)
    let isModem =
      port.isHiddenFromModemManager == true || port.device.map(ReceiverCatalog.isModem) == true
    let threats: [(rival: Machine.Rival, check: Finding.Check, what: String, why: String)] = [
      (
        .modemManager, .modemManager, "ModemManager may take it for a modem",
        "It writes to every device that is plugged in, and keeps it open for some seconds. "
          + (isCovered
            ? "A udev rule prevents that:" : "Without a modem in this machine, it is not needed:")
      ),
      (
        .brltty, .brltty, "brltty may take it for a Braille display",
        "The port then disappears. If nobody here uses a Braille display:"
      ),
      (
        .gpsd, .gpsd, "gpsd is running and may take it",
        "It opens receivers when they are plugged in, or when a program asks it for a position."
      ),
    ]
    return threats.filter { threat in
      port.isUSB && machine.rivals.contains(threat.rival)
        && !port.holders.contains { $0.name == threat.rival.rawValue }
        && !(threat.rival == .modemManager && isModem)
    }.map { rival, check, what, why in
      Finding(
        .warning, check, at: port.path, what, why: why,
        commands: rival == .modemManager && isCovered
          ? [Self.installingRule] : Self.commandsEnding(rival))
    }
  }

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
