// Core Location for Linux. SPDX-License-Identifier: MIT

struct UserGroup: Hashable {
  let name: String
  let number: UInt32
  /// Its members, without those whose primary group it is.
  let members: Set<String>

  /// Parses a line; `nil` unless it has four fields with a number in the third.
  init?(_ line: Substring) {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
    name = String(fields[0])
    self.number = number
    members = Set(fields[3].split(separator: ",").map(String.init))
  }
}
