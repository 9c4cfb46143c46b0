// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ReceiverDiscovery
import SerialLine

/// What the doctor knows about a port without opening it.
struct PortFacts: Hashable {
  /// The path that the user gave, or else the node.
  var path: String
  /// The node that the path resolves to; the path itself if there is nothing.
  var node: String
  /// What udev or the kernel knows about it; `nil` if nothing, as for a pseudo-terminal.
  var device: SerialDevice?
  /// Its owner and permissions; `nil` if there is nothing at the path.
  var status: Status?
  /// Other processes that have it open, as far as this user can see them.
  var holders: [PortHolder] = []
  /// Whether udev makes ModemManager ignore it; `nil` if udev has no entry for it.
  var isHiddenFromModemManager: Bool?

  struct Status: Hashable {
    var owner: UInt32
    var group: UInt32
    var groupMayRead: Bool
    var isReadable: Bool
    var number: DeviceNumber
    /// Whether it may be a receiver, by the kind of file and the class of the device.
    var maySendBytes = true
  }

  init(path: String, device: SerialDevice? = nil) {
    self.path = path
    node = path
    self.device = device
  }

  init(path: String, device: SerialDevice?, _ tree: SystemTree) {
    self.init(path: path, device: device)
    node = device?.node ?? realPath(of: path).map(String.init(pathBytes:)) ?? path
    guard let found = stat(of: path) else { return }
    let status = Status(
      owner: found.st_uid, group: found.st_gid, groupMayRead: found.st_mode & S_IRGRP != 0,
      isReadable: access(path, R_OK) == 0,
      number: DeviceNumber(UInt64(found.st_rdev)),
      maySendBytes: DeviceClass.maySendBytes(found, sysfs: tree.root + "/sys"))
    self.status = status
    holders = PortHolder.all(of: path, in: tree.root + "/proc", excludingOtherEnd: true)
    isHiddenFromModemManager =
      tree.text("/run/udev/data/c\(status.number.major):\(status.number.minor)").map { text in
        text.split(separator: "\n").contains {
          ["E:ID_MM_DEVICE_IGNORE=1", "E:ID_MM_PORT_IGNORE=1"].contains($0)
        }
      }
  }

  var names: Set<String> {
    Set(
      ([path, node] + (device?.links ?? [])).compactMap { $0.split(separator: "/").last }
        .map(String.init))
  }

  /// The likelihood that it is a receiver; `nil` if nothing is known about it.
  var assessment: Assessment? { device.map(ReceiverCatalog.assess) }

  var isUSB: Bool {
    device?.vendorID != nil || node.hasPrefix("/dev/ttyUSB") || node.hasPrefix("/dev/ttyACM")
  }

  /// Whether the receiver itself is the USB device, so that its baud rate is meaningless.
  var hasNoRate: Bool { node.hasPrefix("/dev/ttyACM") || device?.driver == "cdc_acm" }
}
