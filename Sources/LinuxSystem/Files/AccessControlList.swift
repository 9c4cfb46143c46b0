// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

// Missing from Swift's Glibc.
@_extern(c) private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer,
  _ size: Int
) -> Int

/// The access control list of a file (acl(5)), which may allow what the file's mode does not show.
package enum AccessControlList {
  /// Returns the list as the kernel stores it, empty if the file has none; `nil` if it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    var list = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, "system.posix_acl_access", &list, list.count)
    if count >= 0 { return Array(list.prefix(count)) }
    return errno == ENODATA || errno == EOPNOTSUPP ? [] : nil
  }

  static func read(_ descriptor: CInt) -> [UInt8]? { read("/proc/self/fd/\(descriptor)") }
}
