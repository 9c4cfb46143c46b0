// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Hears from udev what comes and goes.
final class UdevListener {
  private let monitor: OpaquePointer
  private let udev: Udev

  /// What was heard.
  enum Event {
    /// Something happened to a device.
    case device(UdevRecord)
    /// So much happened that some of it was lost: look at what there is now.
    case lost
  }

  /// Starts to listen; `nil` if udev is not running, so that nothing would ever be heard.
  init?(_ udev: Udev) {
    guard let monitor = udev_monitor_new_from_netlink(udev.context, "udev") else { return nil }
    self.udev = udev
    self.monitor = monitor
    for subsystem in UdevRecord.subsystems {
      udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    }
    // A hub full of modems is plugged in at once.
    udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
    guard udev_monitor_enable_receiving(monitor) >= 0, Self.isHeard(monitor) else { return nil }
  }

  deinit { udev_monitor_unref(monitor) }

  /// To be waited for.
  var descriptor: CInt { udev_monitor_get_fd(monitor) }

  /// Hands over what was heard next, without waiting; false if there is nothing.
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

  /// Whether somebody is at the other end.
  ///
  /// udev's control socket is there as long as udev is. A testbed has none, but gives a socket of another
  /// family in place of the kernel's.
  private static func isHeard(_ monitor: OpaquePointer) -> Bool {
    if access("/run/udev/control", F_OK) == 0 { return true }
    var family: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    let descriptor = udev_monitor_get_fd(monitor)
    guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 else { return false }
    return family != AF_NETLINK
  }
}
