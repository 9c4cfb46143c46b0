// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SerialLine
import TestSupport
import Testing

struct DeviceClassTests {
  /// Creates a tree like sysfs with one device.
  private func tree(_ number: String, _ target: String) throws -> ScratchFolder {
    let root = try ScratchFolder()
    let folder = root.url.appending(path: "dev/char/\(number)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/subsystem", withDestinationPath: target)
    return root
  }

  @Test(
    arguments: [
      ("a line", 0x440, "4:64", "../../../class/tty", "tty", true),
      ("a receiver of the kernel", 0xFC00, "252:0", "../../class/gnss", "gnss", true),
      ("a modem's driver", 0xF000, "240:0", "../../../class/mhi_uci", "mhi_uci", true),
      ("memory", 0x103, "1:3", "../../../../class/mem", "mem", false),
      // The kernel's encoding of 300 and 0x12345 in one number.
      ("large numbers", 0x1231_2C45, "300:74565", "../../bus/usb", "usb", false),
    ]
      as [(
        why: String, number: dev_t, name: String, target: String, kind: String, maySendBytes: Bool
      )])
  func isFoundByTheNumberOfADevice(
    why: String, number: dev_t, name: String, target: String, kind: String, maySendBytes: Bool
  ) throws {
    let root = try tree(name, target)
    let found = try #require(DeviceClass(of: number, sysfs: root.path))
    #expect(found.rawValue == kind)
    #expect(found.maySendBytes == maySendBytes)
    #expect(DeviceClass(of: number + 1, sysfs: root.path) == nil)
  }
}
