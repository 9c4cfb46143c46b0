// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@testable import LocationService

/// The administrator's rules, with the numbers of the users and groups that they name.
@Suite struct RightsReaderTests {
  /// When a system boots, the user database may become available later than the service.
  @Test func whoIsNotKnownYetIsLookedForAgain() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      "policy.json",
      """
      {"version": 1, "clients": {"user:mallory": {"status": "restricted"}, "group:maps": {"status": "restricted"}}}
      """.utf8)
    let isUp = Mutex(false)
    let reader = RightsReader(
      PolicyFile(path: path, top: scratch.path, owner: geteuid()),
      users: { _ in isUp.withLock { $0 } ? 1001 : nil },
      groups: { _ in isUp.withLock { $0 } ? 50 : nil })
    let before = reader.read(node: nil)
    #expect(before.policy.fault == nil)
    #expect(before.policy.users.isEmpty && before.policy.groups.isEmpty)
    isUp.withLock { $0 = true }
    let after = reader.read(node: nil)
    #expect(after.policy.users.keys.elementsEqual([1001]))
    #expect(after.policy.groups.keys.elementsEqual([50]))
  }
}
