// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationAuthorization
import TestSupport
import Testing

/// The rules of the administrator's policy for clients of the location service.
@Suite struct PolicyClientTests {
  private static func policy(_ clients: String, mode: mode_t = 0o644) throws -> AdministratorPolicy
  {
    let scratch = try ScratchFolder()
    let path = try scratch.file("policy.json", "{\"version\":1,\"clients\":{\(clients)}}")
    chmod(path, mode)
    return try PolicyFile(path: path, top: scratch.path, owner: geteuid()).read().policy
  }

  @Test func readsUsersGroupsAndUnits() throws {
    let policy = try Self.policy(
      """
      "user:alice": {"status": "authorizedAlways"}, "user:1234": {"status": "restricted"},
      "group:maps": {"status": "authorizedAlways", "accuracy": "reduced"},
      "unit:weather.service": {"status": "authorizedWhenInUse"}
      """)
    #expect(policy.clients.count == 4)
    #expect(policy.clients[.user("alice")]?.status == .authorizedAlways)
    #expect(policy.clients[.user("1234")]?.status == .restricted)
    #expect(policy.clients[.group("maps")]?.accuracy == .reduced)
    #expect(policy.clients[.unit("weather.service")]?.status == .authorizedWhenInUse)
  }

  @Test(arguments: ["alice", "user:", "host:here", "user:alice\": {}, \"x"])
  func refusesOtherNames(name: String) {
    #expect(throws: AuthorizationError.self) {
      try Self.policy("\"\(name)\": {\"status\": \"restricted\"}")
    }
  }

  @Test func allowsNobodyByAFileThatOthersMayWrite() throws {
    let policy = try Self.policy(
      """
      "user:a": {"status": "authorizedAlways"}, "user:b": {"status": "restricted"},
      "user:c": {"status": "authorizedAlways", "accuracy": "reduced"}
      """, mode: 0o666)
    #expect(policy.clients[.user("a")] == nil)
    #expect(policy.clients[.user("b")]?.status == .restricted)
    // Without this rule, access to the receiver's port could give the client more than the reduced accuracy.
    #expect(policy.clients[.user("c")]?.status == .restricted)
  }
}
