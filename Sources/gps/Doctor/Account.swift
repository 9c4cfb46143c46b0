// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// In whose name the doctor works.
struct Account: Hashable {
  let user: UInt32
  /// The groups that this process has: those of the login it comes from.
  let groups: Set<UInt32>

  /// This process's.
  static var current: Account {
    var numbers = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(CInt(numbers.count), &numbers)
    return Account(
      user: geteuid(), groups: Set(numbers.prefix(Int(max(0, count)))).union([getegid()]))
  }
}
