// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The user and groups on whose behalf the doctor runs.
struct Account: Hashable {
  let user: UInt32
  /// The groups of this process, which are those of its login session.
  let groups: Set<UInt32>

  static var current: Account {
    var numbers = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(CInt(numbers.count), &numbers)
    return Account(
      user: geteuid(), groups: Set(numbers.prefix(Int(max(0, count)))).union([getegid()]))
  }
}
