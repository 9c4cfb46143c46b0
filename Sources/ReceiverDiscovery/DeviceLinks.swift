// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Determines which links lead to which device, where udev does not tell.
struct DeviceLinks {
  private let links: [dev_t: [String]]

  /// Reads the links in these folders; takes less than a millisecond.
  init(in folders: [String] = ["/dev/serial/by-id", "/dev/serial/by-path", "/dev"]) {
    var links: [dev_t: [String]] = [:]
    for folder in folders {
      for path in Folder.names(in: folder).map({ "\(folder)/\($0)" }) {
        guard stat(ofLink: path)?.kind == S_IFLNK, let number = deviceNumber(of: path) else {
          continue
        }
        links[number, default: []].append(path)
      }
    }
    self.links = links
  }

  /// Returns the links that lead to a node, sorted.
  func of(_ node: String) -> [String] {
    guard let number = deviceNumber(of: node) else { return [] }
    return (links[number] ?? []).filter { $0 != node }.sorted()
  }
}

/// Returns the number of the character device that a path leads to; `nil` if it leads to none.
func deviceNumber(of path: String) -> dev_t? {
  guard let status = stat(of: path), status.kind == S_IFCHR, status.st_rdev != 0 else {
    return nil
  }
  return status.st_rdev
}
