// Core Location for Linux. SPDX-License-Identifier: MIT

/// A line of `/etc/group`.
struct UserGroup: Hashable {
  let name: String
  let number: UInt32
  /// Users who are in it besides those whose first group it is.
  let members: Set<String>

  /// `nil` for anything but four fields with a number in the third.
  init?(_ line: Substring) {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
    name = String(fields[0])
    self.number = number
    members = Set(fields[3].split(separator: ",").map(String.init))
  }
}
