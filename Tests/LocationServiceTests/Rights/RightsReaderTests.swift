// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@testable import LocationService

/// The administrator's rules, with the numbers of the users and groups that they name.
@Suite struct RightsReaderTests {
  private static func reader(
    _ clients: String, in scratch: ScratchFolder, users: @escaping (String) -> UInt32?
  ) throws -> RightsReader {
    let path = try scratch.file(
      "policy.json", "{\"version\": 1, \"clients\": {\(clients)}}".utf8)
    return RightsReader(
      PolicyFile(path: path, top: scratch.path, owner: geteuid()), users: users, groups: users)
  }

  /// It was left to the order of a dictionary, so there are many of them.
  @Test(arguments: [true, false])
  func whoIsDeniedByNameIsNotAllowedByNumber(deniesFirst: Bool) throws {
    let scratch = try ScratchFolder()
    let entries = (1000..<1032).flatMap { number in
      ["user", "group"].flatMap { kind in
        let denial = "\"\(kind):n\(number)\": {\"status\": \"restricted\"}"
        let grant = "\"\(kind):\(number)\": {\"status\": \"authorizedAlways\"}"
        return deniesFirst ? [denial, grant] : [grant, denial]
      }
    }
    let reader = try Self.reader(entries.joined(separator: ", "), in: scratch) {
      UInt32($0.first == "n" ? $0.dropFirst() : $0[...])
    }
    let policy = reader.read(nodes: []).policy
    #expect(policy.users.count == 32 && policy.groups.count == 32)
    #expect(policy.users.values.allSatisfy { $0.status == .restricted })
    #expect(policy.groups.values.allSatisfy { $0.status == .restricted })
  }

  /// A user keeps the number that the database told once.
  @Test func whoIsKnownStaysKnownWhileTheDatabaseIsSilent() throws {
    let scratch = try ScratchFolder()
    let isUp = Mutex(true)
    let denial = #""user:eve": {"status": "restricted"}"#
    let grant = #""user:nobody else": {"status": "authorizedAlways"}"#
    func users(_ name: String) -> UInt32? { isUp.withLock { $0 } && name == "eve" ? 1001 : nil }
    let reader = try Self.reader("\(denial), \(grant)", in: scratch, users: users)
    #expect(reader.read(nodes: []).policy.users[1001]?.status == .restricted)
    isUp.withLock { $0 = false }
    // Read again because of the other name, and because the policy has changed.
    #expect(reader.read(nodes: []).policy.users[1001]?.status == .restricted)
    _ = try Self.reader(denial, in: scratch, users: users)
    #expect(reader.read(nodes: []).policy.users[1001]?.status == .restricted)
    #expect(reader.read(nodes: []).policy.unresolved.isEmpty)
  }

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
    let before = reader.read(nodes: [])
    #expect(before.policy.fault == nil)
    #expect(before.policy.users.isEmpty && before.policy.groups.isEmpty)
    #expect(Set(before.policy.unresolved.keys) == [.user("mallory"), .group("maps")])
    isUp.withLock { $0 = true }
    let after = reader.read(nodes: [])
    #expect(after.policy.users.keys.elementsEqual([1001]))
    #expect(after.policy.groups.keys.elementsEqual([50]))
    #expect(after.policy.unresolved.isEmpty)
  }
}
