// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import FoundationEssentials
package import GNSS
package import GNSSReceiver
import Glibc
import LinuxSystem
import LocationProtocols
package import LocationService
import ReceiverDiscovery
import ReceiverRecording
import SerialLine

package struct ReceiverOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      """
      The receiver: \(ReceiverSupervisor.Selection.forms) or a recording. Several, in order of preference, in commands \
      that serve, show or publish positions. (default: what looks like a receiver)
      """))
  package var device: [String] = []

  /// In the range of what a line can have; receivers use 4800 to 921,600.
  @Option(
    "n", "The only baud rate to listen at. (default: detected)", in: 300...4_000_000,
    of: "bits per second")
  package var baud: UInt32?

  package init() {}

  /// Returns the device that was named, with or without `--device`.
  package func device(or argument: DeviceArgument?) throws -> String? {
    let devices = try devices(or: argument)
    if devices.count > 1 {
      throw Failure.usage("--device \(devices[0]) with --device \(devices[1])", "one of them")
    }
    return devices.first
  }

  package func devices(or argument: DeviceArgument?) throws -> [String] {
    if let first = device.first, let other = argument?.device {
      throw Failure.usage("\(other) with --device \(first)", "one of them")
    }
    let names = ([argument?.device].compactMap(\.self) + device).map(Self.located)
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw Failure.usage("--device \(name) twice", "each receiver once")
    }
    return names
  }

  /// The port that was named, by its path or by what is plugged in; `nil` for anything else, and for several.
  package var namedPort: String? {
    guard device.count == 1 else { return nil }
    return device.first.map(Self.located).flatMap {
      $0.hasPrefix("/dev/") || $0.hasPrefix("usb:") ? $0 : nil
    }
  }

  /// Returns the absolute path of a device that is named by a relative path or by its name in `/dev`; any other name as
  /// it is.
  package static func located(_ name: String) -> String {
    if name.hasPrefix("/") || name.contains(":") { return name }
    let relative = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let folders = ["/dev", FileManager.default.currentDirectoryPath]
    return folders.map { "\($0)/\(relative)" }.first { stat(of: $0)?.kind == S_IFCHR } ?? name
  }

  /// Returns the failure for a name that is none, with a port of a similar name if there is one.
  private static func failure(_ error: SelectionError) -> Failure {
    let nodes = DeviceEnumerator.devices().devices.map(\.node)
    let name = error.text.split(separator: "/").last.map(String.init) ?? ""
    let near = CommandTree.closest(
      to: name, among: nodes.map { String($0.dropFirst("/dev/".count)) })
    if error.text.contains(":") { return Failure(error.description, EX_USAGE) }
    if let near {
      return Failure(
        "cannot find \(error.text): no such device; did you mean /dev/\(near)?", EX_USAGE)
    }
    let isName = error.text.contains { "/.".contains($0) } || error.text.hasPrefix("tty")
    return isName
      ? Failure(
        "cannot find \(error.text): no such device or file; run \"gps list\" to see what is plugged in",
        EX_UNAVAILABLE)
      : Failure(error.description, EX_USAGE)
  }

  /// Returns a supervisor that finds the receiver and listens to it.
  ///
  /// - Parameter name: this program's name for the location service, unless the receiver's own sentences are needed.
  package func supervisor(
    at argument: DeviceArgument? = nil, asking name: String? = nil, wantsSatellites: Bool = false,
    takesSeveral: Bool = false, reportsStandbys: Bool = false, referenceDate: CivilDate? = nil,
    waits: Bool = false, outbox: ReceiverOutbox? = nil,
    authenticator: SupervisionOptions.AuthenticatorMaker? = nil
  ) throws -> ReceiverSupervisor {
    var options = options(outbox)
    options.reportsStandbys = reportsStandbys
    options.authenticator = authenticator
    options.referenceDate = referenceDate
    let paths = ServiceSource.paths(environment: .current)
    let introduction = ClientIntroduction(
      name: name, satellites: wantsSatellites, headings: wantsSatellites,
      receivers: reportsStandbys)
    if name != nil, !paths.isEmpty, baud == nil, outbox == nil {
      options.service = ServiceSource(paths, introduction)
      options.fallback = GeoClueSource.ofSession(environment: .current)
    }
    let devices =
      takesSeveral ? try devices(or: argument) : [try device(or: argument)].compactMap(\.self)
    let selection = try selection(of: devices, introduction, outbox)
    if !waits, options.fallback == nil {
      try checkPresence(of: selection, devices, options.service)
    }
    return try ReceiverSupervisor(selection, options: options)
  }

  /// Returns a supervisor for a service, and what decides who may read its receiver, which may be plugged in later; if several
  /// are named, what decides it for each of them.
  package func sharedSupervisor(
    outbox: ReceiverOutbox? = nil, authenticator: SupervisionOptions.AuthenticatorMaker? = nil
  ) throws -> (ReceiverSupervisor, ReceiverGate, standbys: [ReceiverGate]) {
    var options = options(outbox)
    options.authenticator = authenticator
    options.reportsStandbys = true
    let introduction = ClientIntroduction(name: "gps serve")
    let selection = try selection(of: try devices(or: nil), introduction, outbox)
    for case .source(let source) in selection.parts
    where source.traits.contains(.isService) {
      throw Failure(
        "cannot serve \(source.name): it is already a service; name a receiver", EX_USAGE)
    }
    let gates: [ReceiverGate] = selection.parts.map { part in
      switch part {
      case .automatic, .inOrder: .unknown
      case .device(let selector): selector.path.map { .node($0) } ?? .unknown
      case .source(let source): .own(name: source.name)
      }
    }
    let supervisor = try ReceiverSupervisor(selection, options: options)
    // Of several, it shows only later which one is used.
    return gates.count == 1 ? (supervisor, gates[0], []) : (supervisor, .unknown, gates)
  }

  private func options(_ outbox: ReceiverOutbox?) -> SupervisionOptions {
    var options = SupervisionOptions()
    options.rate = baud.map(BaudRate.init(rawValue:))
    options.outbox = outbox
    return options
  }

  private func selection(
    of devices: [String], _ introduction: ClientIntroduction, _ outbox: ReceiverOutbox?
  ) throws -> ReceiverSupervisor.Selection {
    if devices.isEmpty { return .automatic }
    let selections = try devices.map { try selection(of: $0, introduction) }
    for (device, selection) in zip(devices, selections) where devices.count > 1 {
      switch selection {
      case .automatic: throw Failure.usage("--device \(device) with another one", "it alone")
      case .source(let source) where source.traits.contains(.isRecorded):
        throw Failure.usage("the recording \(device) with another receiver", "it alone")
      case .source, .device, .inOrder: break
      }
    }
    let chosen = ReceiverSupervisor.Selection.inOrder(of: selections)
    for case .source(let source) in chosen.parts
    where outbox != nil && !source.traits.contains(.canBeWritten) {
      throw Failure.usage(
        "--corrections with \(source.name)",
        "a receiver's own port, or tcp://host:port; nothing that is written there would reach a receiver"
      )
    }
    return chosen
  }

  private func selection(
    of device: String, _ introduction: ClientIntroduction
  ) throws -> ReceiverSupervisor.Selection {
    do throws(SelectionError) {
      let selection = try ReceiverSupervisor.Selection(
        includingRecordings: device, introduction: introduction)
      guard case .source(let source) = selection, source.traits.contains(.isProgram),
        introduction.name == nil
      else {
        return selection
      }
    } catch {
      throw Self.failure(error)
    }
    throw Failure(
      "cannot record \(device): it reports positions, not sentences; name the receiver's port",
      EX_USAGE)
  }

  private func checkPresence(
    of selection: ReceiverSupervisor.Selection, _ names: [String], _ service: ServiceSource?
  ) throws {
    lazy var devices = DeviceEnumerator.devices().devices
    switch selection {
    // Of several, those that are there are used.
    case .source, .inOrder: break
    case .automatic where service.map(\.answers) == true: break
    case .automatic:
      guard devices.contains(where: { ReceiverCatalog.assess($0).likelihood != .notAReceiver })
      else {
        throw Failure(
          "cannot find a receiver: no serial port looks like one; plug it in, or name it with --device",
          EX_UNAVAILABLE)
      }
    case .device(let selector):
      // Opening a path reports by itself that it does not exist.
      guard selector.path != nil || devices.contains(where: selector.matches) else {
        throw Failure(
          "cannot find \(names.first ?? ""): no such device is plugged in; run \"gps list\" to see what is",
          EX_UNAVAILABLE)
      }
    }
  }
}

/// Whether to wait for a receiver that is absent, in commands that run unattended.
package struct WaitOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Wait for a receiver or server that is not there yet.")
  package var wait = true

  package init() {}
}

/// Whether to wait for a receiver that is absent, in commands that print for people and for scripts.
package struct TerminalWaitOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Wait for a receiver or server that is not there yet. (default: --wait on a terminal)")
  package var wait: Bool?

  package init() {}

  /// Whether to wait: a person at a terminal can plug the receiver in, a script fails at once.
  package var waits: Bool { wait ?? (isatty(STDOUT_FILENO) == 1) }
}

package struct DeviceArgument: ParsableArguments {
  @Argument(help: "The same as --device.")
  package var device: String?

  package init() {}
}
