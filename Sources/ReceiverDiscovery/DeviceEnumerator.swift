// Core Location for Linux. SPDX-License-Identifier: MIT

package enum DeviceEnumerator {
  package struct Enumeration: Hashable, Sendable {
    /// Ports with a node, the most likely receivers first, then by node.
    package let devices: [SerialDevice]
    /// Whether udev is running, which creates links and sets the nodes' permissions.
    package let hasUdev: Bool
  }

  /// Returns the devices that are present now; takes some milliseconds.
  package static func devices() -> Enumeration {
    guard let udev = Udev() else { return Enumeration(devices: [], hasUdev: false) }
    return Enumeration(devices: devices(udev), hasUdev: UdevListener(udev) != nil)
  }

  static func devices(_ udev: Udev) -> [SerialDevice] {
    let consoles = udev.consoles
    let links = DeviceLinks()
    var devices: [SerialDevice] = []
    udev.forEachDevice { record in
      if let device = SerialDevice(record, consoles: consoles, links: links) {
        devices.append(device)
      }
    }
    return sorted(devices)
  }

  /// Sorts the most likely receivers first, then by node, `ttyUSB2` before `ttyUSB10`.
  private static func sorted(_ devices: [SerialDevice]) -> [SerialDevice] {
    let keyed = devices.map { device in
      let digits = device.node.reversed().prefix { ("0"..."9").contains($0) }.reversed()
      return (
        likelihood: ReceiverCatalog.assess(device).likelihood,
        kind: device.node.dropLast(digits.count), number: Int(String(digits)) ?? 0, device: device
      )
    }
    return keyed.sorted {
      ($1.likelihood, $0.kind, $0.number) < ($0.likelihood, $1.kind, $1.number)
    }.map(\.device)
  }
}
