// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// The users and groups that the system knows (nsswitch.conf(5)); a lookup may wait for the network.
///
/// What is not found may exist all the same: the C library also reports "not found" if one of several databases does
/// not answer.
package enum UserDatabase {
  package struct User: Hashable, Sendable {
    package let name: String
    package let number: uid_t
    /// The number of the user's own group.
    package let group: gid_t
  }

  package struct Group: Hashable, Sendable {
    package let name: String
    package let number: gid_t
    /// The names of the users who are in it in addition to those whose own group it is.
    package let members: [String]
  }

  package static func user(_ number: uid_t) -> User? {
    find(passwd(), User.init) { getpwuid_r(number, $0, $1, $2, $3) }
  }

  package static func user(named name: String) -> User? {
    find(passwd(), User.init) { getpwnam_r(name, $0, $1, $2, $3) }
  }

  package static func group(_ number: gid_t) -> Group? {
    find(Glibc.group(), Group.init) { getgrgid_r(number, $0, $1, $2, $3) }
  }

  package static func group(named name: String) -> Group? {
    find(Glibc.group(), Group.init) { getgrnam_r(name, $0, $1, $2, $3) }
  }

  /// Returns the numbers of the groups that a user is in after logging in.
  package static func groups(of user: User) -> Set<gid_t> {
    var count: CInt = 64
    while true {
      var groups = [gid_t](repeating: 0, count: Int(count))
      if getgrouplist(user.name, user.group, &groups, &count) >= 0 {
        return Set(groups.prefix(Int(count)))
      }
      // The function has set the count to what it needs.
      guard count > groups.count else { return [user.group] }
    }
  }

  /// The most memory for the texts of one entry; a group of a hundred thousand members needs a megabyte.
  private static let mostRoom = 1 << 24

  /// Calls one of the C library's functions with as much memory as it needs; `nil` if it finds nothing.
  static func find<Entry, Value>(
    _ empty: Entry, _ read: (Entry) -> Value?,
    _ call: (
      UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> CInt
  ) -> Value? {
    var room = 1 << 12
    while true {
      let (number, value) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) {
        buffer -> (CInt, Value?) in
        guard let start = buffer.baseAddress else { return (ENOMEM, nil) }
        var entry = empty
        var found: UnsafeMutablePointer<Entry>?
        let number = call(&entry, start, buffer.count, &found)
        return (number, found == nil ? nil : read(entry))
      }
      guard number == EINTR || number == ERANGE, room < mostRoom else { return value }
      if number == ERANGE { room *= 4 }
    }
  }
}

extension UserDatabase.User {
  fileprivate init?(_ entry: passwd) {
    guard let name = entry.pw_name else { return nil }
    self.init(name: String(cString: name), number: entry.pw_uid, group: entry.pw_gid)
  }
}

extension UserDatabase.Group {
  fileprivate init?(_ entry: group) {
    guard let name = entry.gr_name else { return nil }
    var members: [String] = []
    var member = entry.gr_mem
    while let text = member?.pointee ?? nil {
      members.append(String(cString: text))
      member = member?.advanced(by: 1)
    }
    self.init(name: String(cString: name), number: entry.gr_gid, members: members)
  }
}
