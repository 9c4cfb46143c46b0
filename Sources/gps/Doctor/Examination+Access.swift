// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Access to a port, and the programs that use it.

import GNSSReceiver
import LinuxSystem
import LocationJSON
import LocationProtocols
import ReceiverDiscovery
import SerialLine

extension Examination {
  func permission(_ port: ExaminedPort, _ status: ExaminedPort.Status) -> Finding {
    if status.isReadable { return Finding(.good, .permission, at: port.path, "you may read it") }
    let owner = machine.userNames[status.owner] ?? String(status.owner)
    let remedy = remedy(port, status)
    return Finding(
      .problem, .permission, at: port.path,
      "permission denied (owner \(owner), group \(machine.groupName(status.group)))",
      why: remedy.why, commands: remedy.commands)
  }

  private func remedy(
    _ port: ExaminedPort, _ status: ExaminedPort.Status
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

  func isCovered(_ port: ExaminedPort) -> Bool { port.device.map(UdevRule.covers) ?? false }

  func holder(_ port: ExaminedPort) -> Finding? {
    if let service, service.has(port.path, holders: port.holders.map(\.process)) {
      return Finding(
        .good, .holder, at: port.path, "the location service reads it, for every program")
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

  private func commandsEnding(_ holder: PortHolder, _ port: ExaminedPort) -> [String] {
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
}
