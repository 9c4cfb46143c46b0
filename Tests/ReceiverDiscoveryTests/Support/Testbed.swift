// Core Location for Linux. SPDX-License-Identifier: MIT

import CUmockdev
import Glibc
import Testing

/// A machine simulated by umockdev, whose `/sys` and `/dev` this process sees in place of the real ones.
///
/// There is one for the whole process, since it is set in the environment. It stays there: removing it would
/// disturb threads that read the environment. Suites that use it are parts of ``TestbedTests``, which run one by one.
final class Testbed {
  private static let address: UInt = {
    atexit { Testbed.release() }
    return UInt(bitPattern: umockdev_testbed_new())
  }()

  private var bed: UnsafeMutablePointer<UMockdevTestbed>? {
    UnsafeMutablePointer(bitPattern: Self.address)
  }

  init() {
    umockdev_testbed_enable(bed)
    umockdev_testbed_clear(bed)
    mkdir(root + "/dev", 0o755)
    add("P: /devices/pci0000:00/0000:00:14.0\nE: SUBSYSTEM=pci\n\n")
  }

  deinit {
    umockdev_testbed_clear(bed)
    umockdev_testbed_disable(bed)
  }

  /// Removes its folder.
  private static func release() { g_object_unref(UnsafeMutableRawPointer(bitPattern: address)) }

  /// Plugs in devices: their parts appear, and udev reports each.
  func plugIn(_ devices: MockDevice...) {
    for device in devices {
      // Ports of one device share parts.
      for part in device.parts where access(root + part.path, F_OK) != 0 { add(part.description) }
    }
  }

  /// Adds devices from a description in umockdev's format.
  ///
  /// The nodes of lines like `N: ttyUSB0` are created here, since umockdev never releases a node that it has created.
  func add(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.filter { !$0.hasPrefix("N: ") }.joined(separator: "\n")
    var error: UnsafeMutablePointer<GError>?
    if umockdev_testbed_add_from_string(bed, rest, &error) == 0 {
      let reason = error.map { String(cString: $0.pointee.message) } ?? "for no reason"
      Issue.record("umockdev refuses \(text): \(reason)", sourceLocation: sourceLocation)
      g_clear_error(&error)
    }
    for line in lines where line.hasPrefix("N: ") { makeNode(String(line.dropFirst(3))) }
  }

  /// Creates a node, with the bit by which umockdev recognizes character devices.
  private func makeNode(_ name: String) {
    let descriptor = open("\(root)/dev/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o1644)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Unplugs devices: udev reports each port, if `announcing`, and the devices disappear.
  func pullOut(_ devices: MockDevice..., announcing: Bool = true) {
    for device in devices {
      if announcing { announce("remove", device) }
      for part in device.parts.reversed() { umockdev_testbed_remove_device(bed, part.path) }
      unlink(root + device.node)
    }
  }

  /// Has udev report an action on a port.
  func announce(_ action: String, _ device: MockDevice) {
    umockdev_testbed_uevent(bed, device.sysPath, action)
  }

  /// Sets a property as a udev rule would.
  func setProperty(_ name: String, _ value: String, of device: MockDevice) {
    umockdev_testbed_set_property(bed, device.sysPath, name, value)
  }

  /// The folder in place of `/`.
  var root: String {
    guard let path = umockdev_testbed_get_root_dir(bed) else { return "" }
    defer { g_free(path) }
    return String(cString: path)
  }
}
