// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverDiscovery
import SerialLine

/// What the doctor knows of a port without opening it.
struct ExaminedPort: Hashable {
  /// As the user knows it: the path that was given, or its node.
  var path: String
  /// Where that leads; the same if nothing is there.
  var node: String
  /// What udev or the kernel knows of it; `nil` if they do not, as of a pseudo-terminal.
  var device: SerialDevice?
  /// Who may use it; `nil` if there is nothing at the path.
  var status: Status?
  /// Other processes that have it open, as far as this user may know.
  var holders: [PortHolder] = []
  /// Whether ModemManager is told to leave it alone; `nil` if udev does not tell.
  var isHiddenFromModemManager: Bool?

  /// Who may use a port.
  struct Status: Hashable {
    var owner: UInt32
    var group: UInt32
    /// Whether the group may read it.
    var groupMayRead: Bool
    /// Whether this process may.
    var isReadable: Bool
    var number: DeviceNumber
    /// Whether a receiver may be there, by the kind of file and the class of the device.
    var maySendBytes = true
  }

  init(path: String, device: SerialDevice? = nil) {
    self.path = path
    node = path
    self.device = device
  }

  /// Looks at a port.
  init(path: String, device: SerialDevice?, _ tree: SystemTree) {
    self.init(path: path, device: device)
    node = device?.node ?? resolvedPath(path) ?? path
    var found = stat()
    guard stat(path, &found) == 0 else { return }
    let status = Status(
      owner: found.st_uid, group: found.st_gid, groupMayRead: found.st_mode & S_IRGRP != 0,
      isReadable: access(path, R_OK) == 0,
      number: DeviceNumber(UInt64(found.st_rdev)),
      maySendBytes: DeviceClass.maySendBytes(found, sysfs: tree.root + "/sys"))
    self.status = status
    holders = PortHolder.all(of: path, in: tree.root + "/proc")
    isHiddenFromModemManager =
      tree.text("/run/udev/data/c\(status.number.major):\(status.number.minor)").map { text in
        text.split(separator: "\n").contains {
          ["E:ID_MM_DEVICE_IGNORE=1", "E:ID_MM_PORT_IGNORE=1"].contains($0)
        }
      }
  }

  /// All names without folders: of the path, of the node and of its links.
  var names: Set<String> {
    Set(
      ([path, node] + (device?.links ?? [])).compactMap { $0.split(separator: "/").last }
        .map(String.init))
  }

  /// What it is taken for; `nil` if nothing is known about it.
  var assessment: Assessment? { device.map(ReceiverCatalog.assess) }

  /// Whether it is on USB, by its device or by the name that the kernel gives to those.
  var isUSB: Bool {
    device?.vendorID != nil || node.hasPrefix("/dev/ttyUSB") || node.hasPrefix("/dev/ttyACM")
  }

  /// Whether it is USB of the receiver itself, so that its baud rate means nothing.
  var hasNoRate: Bool { node.hasPrefix("/dev/ttyACM") || device?.driver == "cdc_acm" }
}
