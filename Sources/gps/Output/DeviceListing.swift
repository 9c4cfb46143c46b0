// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverDiscovery

/// The output of `gps list` about a device.
struct DeviceListing {
  let device: SerialDevice
  let assessment: Assessment

  init(_ device: SerialDevice) {
    self.device = device
    assessment = ReceiverCatalog.assess(device)
  }

  // MARK: For people

  static let columns = [
    TextTable.Column(title: "DEVICE", limit: 24), TextTable.Column(title: "RECEIVER", limit: 8),
    TextTable.Column(title: "WHAT", limit: 28), TextTable.Column(title: "USB", limit: 9),
    TextTable.Column(title: "SERIAL", limit: 16), TextTable.Column(title: "DRIVER", limit: 12),
    TextTable.Column(title: "LINK", limit: 200, isDispensable: true),
  ]

  /// One cell for each column; empty if unknown.
  var cells: [String] {
    [
      device.node, assessment.likelihood.text, assessment.name, device.usbNumber ?? "",
      device.serialNumber ?? "", device.driver ?? "", link ?? "",
    ].map { printable($0) }
  }

  /// Returns a line about an event, in which nothing is truncated.
  func text(_ event: DeviceEvent?) -> String {
    let sign =
      switch event {
      case .added, nil: "+"
      case .changed: "~"
      case .removed: "-"
      }
    return ([sign + " " + printable(device.node)] + cells.dropFirst().filter { !$0.isEmpty })
      .joined(separator: "  ")
  }

  /// The link that does not depend on the port, if there is one, else any other.
  private var link: String? {
    device.links.first { $0.hasPrefix("/dev/serial/by-id/") } ?? device.links.first
  }

  // MARK: For programs

  /// Returns the listing as a JSON object, with what has happened to the device.
  func members(_ event: DeviceEvent?) -> JSONMembers {
    let numbers = device.usbNumber?.split(separator: ":").map(String.init)
    return [
      "event": event.map(Self.name), "node": device.node, "identity": device.identity.rawValue,
      "likelihood": "\(assessment.likelihood)", "name": assessment.name,
      "reason": assessment.reason, "vendorID": numbers?.first, "productID": numbers?.last,
      "manufacturer": device.manufacturer, "model": device.model,
      "serialNumber": device.serialNumber, "driver": device.driver,
      "interface": device.interfaceNumber, "physicalPath": device.physicalPath,
      "links": device.links.isEmpty ? nil : device.links,
    ]
  }

  private static func name(of event: DeviceEvent) -> String {
    switch event {
    case .added: "added"
    case .changed: "changed"
    case .removed: "removed"
    }
  }
}

extension ReceiverLikelihood {
  /// The likelihood as an answer to the question whether it is a receiver.
  fileprivate var text: String { self == .notAReceiver ? "no" : "\(self)" }
}
