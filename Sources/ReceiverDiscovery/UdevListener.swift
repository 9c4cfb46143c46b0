// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Receives udev's events about devices.
final class UdevListener {
  private let monitor: OpaquePointer
  private let udev: Udev

  enum Event {
    case device(UdevRecord)
    /// Some events were lost because there were too many: the present devices have to be read.
    case lost
  }

  /// Starts listening; `nil` if udev is not running, so that no event would ever arrive.
  init?(_ udev: Udev) {
    guard let monitor = udev_monitor_new_from_netlink(udev.context, "udev") else { return nil }
    (self.udev, self.monitor) = (udev, monitor)
    for subsystem in UdevRecord.subsystems {
      udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    }
    // Room for the events of a hub full of modems.
    udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
    guard udev_monitor_enable_receiving(monitor) >= 0, Self.isHeard(monitor) else { return nil }
  }

  deinit { udev_monitor_unref(monitor) }

  var descriptor: CInt { udev_monitor_get_fd(monitor) }

  /// Passes on the next event, without waiting; returns false if there is none.
  func next(_ body: (Event) -> Void) -> Bool {
    errno = 0
    guard let device = udev_monitor_receive_device(monitor) else {
      guard errno == ENOBUFS else { return false }
      body(.lost)
      return true
    }
    defer { udev_device_unref(device) }
    body(.device(UdevRecord(pointer: device)))
    return true
  }

  /// Whether udev is running.
  ///
  /// udev's control socket exists while it is. A testbed has none, but provides a socket of another family in place of
  /// the kernel's.
  private static func isHeard(_ monitor: OpaquePointer) -> Bool {
    if access("/run/udev/control", F_OK) == 0 { return true }
    var family: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    let descriptor = udev_monitor_get_fd(monitor)
    guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 else { return false }
    return family != AF_NETLINK
  }
}
