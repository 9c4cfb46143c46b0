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
