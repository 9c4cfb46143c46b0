// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The part of libudev that is needed; none of its data is kept beyond a call.

import Glibc

/// A context of libudev, to be used by one thread.
final class Udev {
  let context: OpaquePointer

  /// Creates a context; `nil` if there is no memory left.
  init?() {
    guard let context = udev_new() else { return nil }
    self.context = context
  }

  deinit { udev_unref(context) }

  /// Visits all devices of the subsystems that have serial ports.
  func forEachDevice(_ body: (UdevRecord) -> Void) {
    guard let enumerate = udev_enumerate_new(context) else { return }
    defer { udev_enumerate_unref(enumerate) }
    for subsystem in UdevRecord.subsystems {
      udev_enumerate_add_match_subsystem(enumerate, subsystem)
    }
    guard udev_enumerate_scan_devices(enumerate) >= 0 else { return }
    var entry = udev_enumerate_get_list_entry(enumerate)
    while let current = entry {
      if let device = udev_device_new_from_syspath(context, udev_list_entry_get_name(current)) {
        body(UdevRecord(pointer: device))
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
  }

  /// Visits the device with a name, if there is one; returns `nil` if there is none.
  func withDevice<Result>(
    _ subsystem: String, _ name: String, _ body: (UdevRecord) -> Result
  ) -> Result? {
    guard let device = udev_device_new_from_subsystem_sysname(context, subsystem, name) else {
      return nil
    }
    defer { udev_device_unref(device) }
    return body(UdevRecord(pointer: device))
  }

  /// The names of the ports on which the kernel prints its messages.
  var consoles: Set<String> {
    let names = withDevice("tty", "console") { $0.attribute("active") } ?? nil
    return Set((names ?? "").split(separator: " ").map(String.init))
  }
}

/// libudev's information about one device, valid while libudev keeps the device.
struct UdevRecord {
  /// The subsystems of serial ports.
  static let subsystems = ["tty", "gnss"]

  let pointer: OpaquePointer

  var sysPath: String? { text(udev_device_get_syspath(pointer)) }
  var name: String? { text(udev_device_get_sysname(pointer)) }
  var node: String? { text(udev_device_get_devnode(pointer)) }
  var subsystem: String? { text(udev_device_get_subsystem(pointer)) }
  var driver: String? { text(udev_device_get_driver(pointer)) }
  var action: String? { text(udev_device_get_action(pointer)) }

  /// Returns the content of a file in its sysfs folder; `nil` if it is empty.
  func attribute(_ name: String) -> String? { text(udev_device_get_sysattr_value(pointer, name)) }

  /// Returns a property set by udev's rules or the kernel; `nil` if it is empty.
  func property(_ name: String) -> String? { text(udev_device_get_property_value(pointer, name)) }

  var parent: UdevRecord? { udev_device_get_parent(pointer).map(UdevRecord.init) }

  /// Returns the nearest device above it of a subsystem and, if given, of a kind.
  func ancestor(_ subsystem: String, _ kind: String? = nil) -> UdevRecord? {
    udev_device_get_parent_with_subsystem_devtype(pointer, subsystem, kind).map(UdevRecord.init)
  }

  private func text(_ characters: UnsafePointer<CChar>?) -> String? {
    guard let characters, characters.pointee != 0 else { return nil }
    return String(cString: characters)
  }
}
