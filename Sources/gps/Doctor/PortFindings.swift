// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Access to a port, the programs that use it, and those that tend to.

import GNSSReceiver
import LinuxSystem
import LocationProtocols
import ReceiverDiscovery
import SerialLine

extension Diagnosis {
  func permission(_ port: PortFacts, _ status: PortFacts.Status) -> Finding {
    if status.isReadable { return Finding(.good, .permission, at: port.path, "you may read it") }
    let owner = machine.userNames[status.owner] ?? String(status.owner)
    let remedy = remedy(port, status)
    return Finding(
      .problem, .permission, at: port.path,
      "permission denied (owner \(owner), group \(machine.groupName(status.group)))",
      why: remedy.why, commands: remedy.commands)
  }

  private func remedy(
    _ port: PortFacts, _ status: PortFacts.Status
  ) -> (why: String, commands: [String]) {
    let name = machine.userNames[account.user]
    let user = name.map(shellWord) ?? "$USER"
    guard status.groupMayRead, status.group != 0 else {
      return (
        "Its group may not read it. This makes you its owner until it is plugged in again:",
        ["sudo chown \(user) \(shellWord(port.path))"]
      )
    }
    guard let group = machine.groups.first(where: { $0.number == status.group }) else {
      return (
        "The group has no name here, as in a container. Start the container with --group-add "
          + "\(status.group). Elsewhere, create the group first, then log out and in again.",
        ["sudo groupadd -g \(status.group) receivers", "sudo usermod -aG receivers \(user)"]
      )
    }
    if let name, group.members.contains(name), !account.groups.contains(status.group) {
      return (
        "You were added to \(group.name) after you logged in: log out and in again. For the current shell, "
          + "this is enough:", ["newgrp \(shellWord(group.name))"]
      )
    }
    return (
      "You are not in the group \(group.name). After this command, log out and in again."
        + (isCovered(port)
          ? " If you sit at the machine, \"\(Self.installingRule)\" is enough." : ""),
      ["sudo usermod -aG \(shellWord(group.name)) \(user)"]
    )
  }

  func isCovered(_ port: PortFacts) -> Bool { port.device.map(UdevRule.covers) ?? false }

  func holder(_ port: PortFacts) -> Finding? {
    if let service, service.has(port.path, holders: port.holders.map(\.process)) {
      return Finding(
        .good, .holder, at: port.path, "the location service reads it, for every program")
    }
    if let process = silence?.process, port.holders.contains(where: { $0.process == process }) {
      return Finding(.problem, .holder, at: port.path, "the location service has it, and hangs")
    }
    guard !port.holders.isEmpty else { return nil }
    let names = port.holders.map(\.description).joined(separator: " and ")
    let verb = port.holders.count == 1 ? "uses" : "use"
    var commands: [String] = []
    for holder in port.holders {
      commands += commandsEnding(holder, port).filter { !commands.contains($0) }
    }
    var why =
      "When two programs read a port, each gets part of the data, or one gets nothing."
    if port.holders.contains(where: { $0.name == Machine.Rival.brltty.rawValue }) {
      why +=
        " If somebody here uses a Braille display, keep brltty and use a receiver with another adapter."
    }
    return Finding(
      .problem, .holder, at: port.path, "\(names) \(verb) it", why: why, commands: commands)
  }

  var serviceFinding: Finding? {
    if let silence {
      return Finding(
        .problem, .service, at: silence.path, "the location service does not answer",
        why: "It accepts connections, but says nothing: it hangs, or was stopped. To restart it:",
        commands: [silence.restart])
    }
    guard let service else { return nil }
    if let refusal = service.authorization, refusal.status == .denied {
      return Finding(
        .problem, .service, at: service.path,
        "the location service does not allow you the location", why: refusal.text,
        commands: [Self.editingPolicy])
    }
    return Finding(
      .good, .service, at: service.path, "the location service answers; \(service.audience)")
  }

  private func commandsEnding(_ holder: PortHolder, _ port: PortFacts) -> [String] {
    if holder.name == Machine.Rival.modemManager.rawValue {
      // The machine may be online through a modem, so this must not be permanent.
      return isCovered(port)
        ? [Self.installingRule, "sudo systemctl restart ModemManager.service"]
        : ["sudo systemctl stop ModemManager.service"]
    }
    if let rival = Machine.Rival(rawValue: holder.name) { return Self.commandsEnding(rival) }
    if ["agetty", "getty", "mgetty", "login"].contains(holder.name) {
      return [Self.disableLogin(port.node)]
    }
    return ["sudo kill \(holder.process)"]
  }

  /// The command that makes ModemManager ignore receivers.
  static let installingRule = "sudo gps doctor --install-udev-rule"

  static func commandsEnding(_ rival: Machine.Rival) -> [String] {
    switch rival {
    case .modemManager: ["sudo systemctl mask --now ModemManager.service"]
    case .brltty: ["sudo apt-get remove brltty"]
    case .gpsd: ["sudo systemctl disable --now gpsd.socket gpsd.service"]
    }
  }

  static func disableLogin(_ node: String) -> String {
    let name = node.split(separator: "/").last.map(String.init) ?? node
    return "sudo systemctl mask --now \(shellWord("serial-getty@\(name).service"))"
  }

  // MARK: Other software that tends to use serial ports

  func console(_ port: PortFacts) -> Finding? {
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

  func login(_ port: PortFacts) -> Finding? {
    let number = port.status?.number
    guard
      !machine.logins.isDisjoint(with: port.names)
        || number.map(machine.loginTerminals.contains) == true
    else { return nil }
    return Finding(
      .problem, .getty, at: port.path, "a login prompt waits there",
      why: "It takes the receiver's data for keystrokes, and answers.",
      commands: [Self.disableLogin(port.node)])
  }

  /// Returns findings on running programs that may take a port, although they do not have it now.
  func rivals(at port: PortFacts) -> [Finding] {
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
