// Core Location for Linux. SPDX-License-Identifier: MIT

import CUmockdev
import Glibc
import Testing

/// A machine of umockdev's making, whose `/sys` and `/dev` this process sees in place of the real ones.
///
/// There is one for the whole process, as it is in the environment, where it stays: to take it out would
/// trouble threads that read that. Suites that use it are parts of ``TestbedTests``, which run one by one.
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

  /// Plugs devices in: their parts appear, and udev tells of each.
  func plugIn(_ devices: MockDevice...) {
    for device in devices {
      // Ports of one device have parts in common.
      for part in device.parts where access(root + part.path, F_OK) != 0 { add(part.description) }
    }
  }

  /// Adds what is described in umockdev's own words.
  ///
  /// The nodes of lines like `N: ttyUSB0` are made here: of one that umockdev has made it never lets go.
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

  /// Umockdev takes files with this bit for character devices.
  private func makeNode(_ name: String) {
    let descriptor = open("\(root)/dev/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o1644)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Pulls devices out: udev tells of each port, and they are gone.
  func pullOut(_ devices: MockDevice..., announcing: Bool = true) {
    for device in devices {
      if announcing { announce("remove", device) }
      for part in device.parts.reversed() { umockdev_testbed_remove_device(bed, part.path) }
      unlink(root + device.node)
    }
  }

  /// Lets udev say that something happened to a port.
  func announce(_ action: String, _ device: MockDevice) {
    umockdev_testbed_uevent(bed, device.sysPath, action)
  }

  /// Sets what a rule of udev would.
  func setProperty(_ name: String, _ value: String, of device: MockDevice) {
    umockdev_testbed_set_property(bed, device.sysPath, name, value)
  }

  /// The folder that stands for `/`.
  var root: String {
    guard let path = umockdev_testbed_get_root_dir(bed) else { return "" }
    defer { g_free(path) }
    return String(cString: path)
  }
}
