// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverDiscovery
import ReceiverRecording
import SerialLine

/// What is known without opening a port, and the findings that result.
struct Diagnosis {
  var machine: Machine
  var account: Account
  /// The ports in question; empty if nothing looks like a receiver, or if it is on the network or a file.
  var ports: [PortFacts]
  /// The user's argument; `nil` accepts anything that looks like a receiver.
  var argument: String?
  var needsPort = true
  var service: ServiceInquiry?
  /// A service that hangs.
  var silence: SilentService?

  /// Whether the service has the only port in question, so that it knows what this program cannot hear.
  var isOfService: Bool {
    guard let service, ports.count == 1 else { return false }
    return service.has(ports[0].path, holders: ports[0].holders.map(\.process))
  }

  /// The findings: the service, the ports, then the machine.
  var findings: [Finding] {
    let ofPorts = ports.flatMap { port -> [Finding] in
      guard let status = port.status else { return [missing(port)] }
      guard status.maySendBytes else { return [somethingElse(port)] }
      return [device(port), permission(port, status), holder(port), console(port), login(port)]
        .compactMap(\.self) + rivals(at: port)
    }
    // The service may have a receiver that is not a port of this machine.
    let nothing = needsPort && ports.isEmpty && service == nil ? [noPort] : []
    return [serviceFinding].compactMap(\.self) + nothing + ofPorts + machineFindings
      + setupFindings + timeFindings
      + [correctionFinding, wakeFinding].compactMap(\.self)
  }
}

extension Diagnosis {
  init(
    _ argument: String?, _ tree: SystemTree, _ account: Account, _ answer: ServiceAnswer = .none
  ) {
    self.init(
      machine: Machine(tree), account: account, ports: [], argument: argument,
      service: answer.inquiry, silence: answer.silence)
    let devices = DeviceEnumerator.devices().devices
    guard let argument else {
      ports = devices.filter { ReceiverCatalog.assess($0).likelihood != .notAReceiver }
        .map { PortFacts(path: $0.node, device: $0, tree) }
      return
    }
    // An invalid argument has been rejected before.
    guard
      case .device(let selector)? = try? ReceiverSupervisor.Selection(
        includingRecordings: argument)
    else {
      needsPort = false
      return
    }
    if let path = selector.path {
      ports = [PortFacts(path: path, device: devices.first(where: selector.matches), tree)]
    } else {
      ports = devices.filter(selector.matches).map { PortFacts(path: $0.node, device: $0, tree) }
    }
  }

  private func device(_ port: PortFacts) -> Finding {
    guard let device = port.device, let assessment = port.assessment else {
      return Finding(.good, .device, at: port.path, "present")
    }
    let number = device.usbNumber.map { " (\($0))" } ?? ""
    if device.isEmptySlot {
      return Finding(
        .problem, .device, at: port.path, "there is no hardware behind it",
        why: "The serial driver creates such spare nodes. To see which ports are real:",
        commands: ["gps list"])
    }
    // That the kernel uses it is reported separately.
    if device.isConsole { return Finding(.good, .device, at: port.path, "present") }
    guard assessment.likelihood == .notAReceiver else {
      return Finding(.good, .device, at: port.path, "\(assessment.name)\(number)")
    }
    return Finding(
      .warning, .device, at: port.path, "\(assessment.name)\(number) is not a receiver",
      why: "It looks like something else: \(assessment.reason).", commands: ["gps list"])
  }

  private func somethingElse(_ port: PortFacts) -> Finding {
    Finding(
      .problem, .device, at: port.path, "it is not a serial port",
      why: "It is a directory or another kind of device. To see which ports there are:",
      commands: ["gps list --all"])
  }

  private func missing(_ port: PortFacts) -> Finding {
    let why =
      machine.isContainer
      ? Self.giving(shellWord(port.path))
      : "Plug it in. What was ttyUSB0 may now be ttyUSB1; links in /dev/serial/by-id do not change."
    return Finding(
      .problem, .device, at: port.path, "no such device", why: why, commands: ["gps list --all"])
  }

  private static func giving(_ port: String) -> String {
    "A container sees only the devices it was given: start it with --device, as in docker run --device \(port)."
  }

  private var noPort: Finding {
    let what =
      argument.map { "no device like \($0) is plugged in" }
      ?? "no serial port looks like a receiver"
    var (why, command) = ("Plug it in, or name its port with --device.", "gps list --all")
    if machine.isContainer {
      why = Self.giving("/dev/ttyACM0")
    } else if machine.isRaspberryPi, argument == nil {
      why =
        "Plug it in. If it is wired to the pins, turn on the port (Interface Options, Serial Port: no login "
        + "shell, hardware enabled), then restart."
      command = "sudo raspi-config"
    }
    return Finding(.problem, .device, what, why: why, commands: [command])
  }
}

/// A result of the doctor's diagnosis, and its remedy.
struct Finding: Hashable {
  enum Severity: String, CaseIterable {
    case good
    /// May fail, or fails occasionally.
    case warning
    /// Prevents positions altogether.
    case problem

    /// A color, and a symbol that distinguishes severities even without it.
    var style: (mark: String, color: TerminalColor) {
      switch self {
      case .good: ("✓", .green)
      case .warning: ("!", .yellow)
      case .problem: ("✗", .red)
      }
    }
  }

  enum Check: String, CaseIterable {
    case device, permission, holder, console, getty, modemManager, brltty, gpsd, udev
    case service, source, signal, line, fix, signatures, units, geoClue, policy, rule, time,
      corrections, wake
  }

  let severity: Severity
  let check: Check
  /// The path or address by which the user knows it; `nil` for a finding about the machine.
  let place: String?
  let what: String
  /// Why it matters, and any remedy other than a command; `nil` if there is nothing to add.
  let why: String?
  /// Commands that fix it, in order; empty if no command can.
  let commands: [String]

  init(
    _ severity: Severity, _ check: Check, at place: String? = nil, _ what: String,
    why: String? = nil, commands: [String] = []
  ) {
    (self.severity, self.check, self.place) = (severity, check, place)
    (self.what, self.why, self.commands) = (what, why, commands)
  }

  /// Returns the finding, the reason below it, and each command on a separate line, never wrapped.
  func lines(width: Int? = nil) -> [String] {
    let room = min(width ?? .max, 78) - 2
    let head = [place, what].compactMap(\.self).joined(separator: ": ")
    let (symbol, color) = severity.style
    let mark = TerminalColor.paint(symbol, color, on: STDOUT_FILENO)
    let text = width == nil ? [printable(head)] : printable(head).wrapped(to: room)
    return zip([mark] + text.dropFirst().map { _ in " " }, text).map { "\($0) \($1)" }
      + printable(why ?? "").wrapped(to: room).map { "  " + $0 }
      + commands.map { "      " + printable($0) }
  }

  var members: JSONMembers {
    [
      "severity": severity.rawValue, "check": check.rawValue, "device": place, "what": what,
      "why": why, "commands": commands.isEmpty ? nil : commands,
    ]
  }
}
