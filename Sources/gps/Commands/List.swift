// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import ReceiverDiscovery

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the serial ports that look like receivers.",
    discussion: """
      No port is opened, and nothing is sent.

      gps list
      gps list --watch
      """)

  @OptionGroup var output: FormatOptions

  @Flag(help: "Also list ports that look like something else.")
  var all = false

  @Flag(help: "Keep running, and report ports that are plugged in or unplugged.")
  var watch = false

  func run() throws {
    let format = try output.chosen()
    if watch { try follow(format) } else { try show(format) }
  }

  private func show(_ format: OutputFormat) throws {
    let found = DeviceEnumerator.devices()
    let listings = found.devices.map(DeviceListing.init)
    let shown = listings.filter(isWanted)
    guard !shown.isEmpty else {
      throw nothing(hidden: listings.count, hasUdev: found.hasUdev)
    }
    if !found.hasUdev { complain(Self.noUdev) }
    var output = StandardOutput()
    try output.list(shown, format)
    let answer = ServiceAnswer(name: "gps list")
    if format == .text, let service = answer.inquiry { complain(service.sentence) }
    if let silence = answer.silence { complain(silence.sentence) }
  }

  private func isWanted(_ listing: DeviceListing) -> Bool {
    all || listing.assessment.likelihood != .notAReceiver
  }

  private func nothing(hidden: Int, hasUdev: Bool) -> Failure {
    var text =
      all
      ? "cannot find a serial port: there is none"
      : "cannot find a receiver: no serial port looks like one"
    if !hasUdev { text += ", and udev is not running" }
    text += "; plug it in"
    if hidden > 0 {
      text += ", or add --all to list the other \(hidden == 1 ? "port" : "\(hidden) ports")"
    }
    switch ServiceAnswer(name: "gps list") {
    case .answered: text += "; until then, positions come from the location service"
    case .silent(let service): text += "; " + service.sentence
    case .none:
      if GeoClueSource.obstacle(environment: .current) == nil {
        text += "; until then, GeoClue is asked for the position"
      }
    }
    return Failure(text, EX_UNAVAILABLE)
  }

  private static let noUdev =
    "udev is not running, as in a container: links such as /dev/serial/by-id may be missing"

  private func follow(_ format: OutputFormat) throws {
    let interruption = try Interruption.awaited().descriptor
    var monitor = DeviceMonitor()
    if !monitor.hasUdev { complain(Self.noUdev) }
    var output = StandardOutput(flushingLines: true, endingBy: interruption)
    try printEvents(of: &monitor, format, to: &output)
    guard let descriptor = monitor.descriptor else {
      throw Failure(
        "cannot watch the ports: the system does not report what is plugged in; "
          + "run \"gps list\" again instead",
        EX_UNAVAILABLE)
    }
    let reactor = try Reactor(endingBy: interruption)
    reactor.endWithReader(of: STDOUT_FILENO)
    reactor.whenReady(descriptor) { try printEvents(of: &monitor, format, to: &output) }
    try reactor.run()
  }

  private func printEvents(
    of monitor: inout DeviceMonitor, _ format: OutputFormat, to output: inout StandardOutput
  ) throws {
    while let event = monitor.next() {
      let listing = DeviceListing(event.device)
      guard isWanted(listing) else { continue }
      switch format {
      case .json: try output.line(json: listing.members(event))
      case .text: try output.line(listing.text(event))
      }
    }
  }
}

struct DeviceListing: Listing {
  let device: SerialDevice
  let assessment: Assessment

  init(_ device: SerialDevice) {
    self.device = device
    assessment = ReceiverCatalog.assess(device)
  }

  static let columns: [TextTable.Column] = [
    .init("DEVICE", 24), .init("RECEIVER", 8), .init("WHAT", 28), .init("USB", 9),
    .init("SERIAL", 16), .init("DRIVER", 12), .init("LINK", 200, isDispensable: true),
  ]

  var cells: [String] {
    [
      device.node, assessment.likelihood.text, assessment.name, device.usbNumber ?? "",
      device.serialNumber ?? "", device.driver ?? "", link ?? "",
    ].map { printable($0) }
  }

  /// Returns a line about an event, in which nothing is truncated.
  func text(_ event: DeviceEvent) -> String {
    ([Self.names(of: event).sign + " " + printable(device.node)]
      + cells.dropFirst().filter { !$0.isEmpty })
      .joined(separator: "  ")
  }

  /// The link that does not depend on the port, if there is one, else any other.
  private var link: String? {
    device.links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? device.links.first
  }

  var members: JSONMembers { members(nil) }

  func members(_ event: DeviceEvent?) -> JSONMembers {
    let numbers = device.usbNumber?.split(separator: ":").map(String.init)
    return [
      "event": event.map { Self.names(of: $0).name }, "node": device.node,
      "identity": device.identity.rawValue,
      "likelihood": "\(assessment.likelihood)", "name": assessment.name,
      "reason": assessment.reason, "vendorID": numbers?.first, "productID": numbers?.last,
      "manufacturer": device.manufacturer, "model": device.model,
      "serialNumber": device.serialNumber, "driver": device.driver,
      "interface": device.interfaceNumber, "physicalPath": device.physicalPath,
      "links": device.links.isEmpty ? nil : device.links,
    ]
  }

  private static func names(of event: DeviceEvent) -> (sign: String, name: String) {
    switch event {
    case .added: ("+", "added")
    case .changed: ("~", "changed")
    case .removed: ("-", "removed")
    }
  }
}

extension ReceiverLikelihood {
  fileprivate var text: String { self == .notAReceiver ? "no" : "\(self)" }
}
