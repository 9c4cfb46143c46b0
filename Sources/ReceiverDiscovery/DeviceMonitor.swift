// Core Location for Linux. SPDX-License-Identifier: MIT

/// Detects devices that are plugged in and removed, for one thread, which waits for its descriptor.
///
///     var monitor = DeviceMonitor()
///     while true {
///       while let event = monitor.next() { … }
///       // Wait until monitor.descriptor is readable.
///     }
///
/// Devices that are already present are reported first, as if they had just been plugged in. Between these and later
/// events, nothing is missed, and nothing reported twice.
package struct DeviceMonitor: ~Copyable {
  /// Whether udev is running.
  ///
  /// Without it, changes are detected by the nodes in `/dev`.
  package var hasUdev: Bool { listener != nil }

  private let udev: Udev?
  private let listener: UdevListener?
  private let folder: FolderListener?
  /// The devices that are present, by their folders in sysfs.
  private var known: [String: SerialDevice] = [:]
  private var events: [DeviceEvent] = []

  /// Starts listening, then reads which devices are present.
  package init() { self.init(withUdev: true) }

  /// - Parameter withUdev: false to behave as if udev were not running.
  init(withUdev: Bool) {
    udev = Udev()
    listener = withUdev ? udev.flatMap { UdevListener($0) } : nil
    folder = listener == nil ? FolderListener() : nil
    compare()
  }

  /// Readable when ``next()`` has an event; `nil` if changes cannot be detected.
  ///
  /// Before waiting, ``next()`` has to be called until it returns `nil`.
  package var descriptor: CInt? { listener?.descriptor ?? folder?.descriptor }

  package mutating func next() -> DeviceEvent? {
    while events.isEmpty {
      guard listener == nil ? readFolder() : readUdev() else { return nil }
    }
    return events.removeFirst()
  }

  // MARK: Sources of events

  private mutating func readUdev() -> Bool {
    guard let udev, let listener else { return false }
    var isLost = false
    var gone: String?
    var device: SerialDevice?
    let isHeard = listener.next { message in
      switch message {
      case .lost: isLost = true
      case .device(let record) where record.action == "remove": gone = record.sysPath
      case .device(let record):
        device = SerialDevice(record, consoles: udev.consoles, links: DeviceLinks())
      }
    }
    if isLost { compare() }
    if let gone { remove(gone) }
    if let device { found(device) }
    return isHeard
  }

  private mutating func readFolder() -> Bool {
    guard let change = folder?.next() else { return false }
    switch change {
    case .lost: compare()
    case .added(let name): if let device = look(for: name) { found(device) }
    case .changed(let name):
      // Permissions are not part of the known state, but are what changes after a node is created.
      guard let device = look(for: name) else { break }
      if known[device.sysPath] == device {
        events.append(.changed(device))
      } else {
        found(device)
      }
    case .removed(let name):
      for device in known.values where device.node == "/dev/" + name { remove(device.sysPath) }
    }
    return true
  }

  private func look(for name: String) -> SerialDevice? {
    guard let udev else { return nil }
    for subsystem in UdevRecord.subsystems {
      let device = udev.withDevice(subsystem, name) { record in
        SerialDevice(record, consoles: udev.consoles, links: DeviceLinks())
      }
      if let device = device ?? nil { return device }
    }
    return nil
  }

  // MARK: Known devices

  /// Compares the devices that are present with the known ones, and reports the differences.
  private mutating func compare() {
    let devices = udev.map { DeviceEnumerator.devices($0) } ?? []
    let paths = Set(devices.map(\.sysPath))
    for path in known.keys.sorted() where !paths.contains(path) { remove(path) }
    for device in devices { found(device) }
  }

  private mutating func found(_ device: SerialDevice) {
    // Another device that had this node has lost it, even if its removal was not reported.
    for other in known.values where other.node == device.node && other.sysPath != device.sysPath {
      remove(other.sysPath)
    }
    if let old = known[device.sysPath], old.identity != device.identity || old.node != device.node {
      remove(device.sysPath)
    }
    let old = known.updateValue(device, forKey: device.sysPath)
    if old == nil {
      events.append(.added(device))
    } else if old != device {
      events.append(.changed(device))
    }
  }

  private mutating func remove(_ sysPath: String) {
    if let device = known.removeValue(forKey: sysPath) { events.append(.removed(device)) }
  }
}

package enum DeviceEvent: Hashable, Sendable {
  /// The device is present: it was plugged in, or was present when the monitor was created.
  case added(SerialDevice)
  /// The device is still present, but something known about it has changed: its links, or who may open it.
  case changed(SerialDevice)
  /// The device has been removed; this is what was last known about it.
  case removed(SerialDevice)

  package var device: SerialDevice {
    switch self {
    case .added(let device), .changed(let device), .removed(let device): device
    }
  }
}

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
