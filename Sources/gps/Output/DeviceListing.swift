// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import ReceiverDiscovery

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
