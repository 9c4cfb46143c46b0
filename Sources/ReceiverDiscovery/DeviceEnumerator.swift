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
    devices
      .map { (device: $0, order: Order($0)) }
      .sorted { $0.order < $1.order }
      .map(\.device)
  }

  private struct Order: Comparable {
    let likelihood: ReceiverLikelihood
    let kind: String
    let number: Int

    init(_ device: SerialDevice) {
      likelihood = ReceiverCatalog.assess(device).likelihood
      let digits = String(device.node.reversed().prefix { ("0"..."9").contains($0) }.reversed())
      kind = String(device.node.dropLast(digits.count))
      number = Int(digits) ?? 0
    }

    static func < (lesser: Order, greater: Order) -> Bool {
      (greater.likelihood, lesser.kind, lesser.number)
        < (lesser.likelihood, greater.kind, greater.number)
    }
  }
}
