// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import LinuxSystem

/// Users and groups by name and number.
@Suite struct UserDatabaseTests {
  @Test func knowsRootByNameAndNumber() throws {
    let root = try #require(UserDatabase.user(0))
    #expect(root == UserDatabase.user(named: "root"))
    #expect(root.name == "root" && root.number == 0)
    let group = try #require(UserDatabase.group(root.group))
    #expect(group == UserDatabase.group(named: group.name))
    #expect(UserDatabase.groups(of: root).contains(root.group))
  }

  @Test func knowsNobodyElse() {
    #expect(UserDatabase.user(named: "no such user") == nil)
    #expect(UserDatabase.user(named: "") == nil)
    #expect(UserDatabase.group(named: "no such group") == nil)
    #expect(UserDatabase.user(4_242_424_242) == nil)
    #expect(UserDatabase.group(4_242_424_242) == nil)
  }

  @Test func listsTheUsersOfGroups() throws {
    let users = try #require(UserDatabase.user(named: "daemon"))
    #expect(UserDatabase.groups(of: users).contains(users.group))
  }

  /// A large group needs more memory than most; one that needs too much is not known.
  @Test(arguments: [(1 << 20, true), (1 << 30, false)])
  func findsWhatNeedsMuchMemory(size: Int, isFound: Bool) {
    let number = UserDatabase.find(passwd(), \.pw_uid) { entry, _, room, found in
      if room < size { return ERANGE }
      entry.pointee.pw_uid = 1001
      found.pointee = entry
      return 0
    }
    #expect((number == 1001) == isFound)
  }
}
