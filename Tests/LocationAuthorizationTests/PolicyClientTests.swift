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

  @Test(arguments: ["alice", "user:", "host:here", "unit:weather", "unit:a.socket", "user:%FF"])
  func refusesOtherNames(name: String) {
    #expect(throws: AuthorizationError.self) {
      try Self.policy("\"\(name)\": {\"status\": \"restricted\"}")
    }
  }

  /// Names that are not ASCII, as they are or as bytes are written elsewhere in the policy.
  @Test(arguments: ["user:m\u{FC}ller", "user:m%C3%BCller", #"user:m\u00fcller"#])
  func readsNamesInUTF8(name: String) throws {
    let policy = try Self.policy("\"\(name)\": {\"status\": \"restricted\"}")
    #expect(policy.clients.keys.elementsEqual([.user("m\u{FC}ller")]))
  }

  @Test(
    arguments: [
      ("side by side", "user:eve", "user:eve"), ("escaped by JSON", "user:eve", #"user:\u0065ve"#),
      ("escaped as a byte", "unit:a.service", "unit:%61.service"),
      ("two forms of a letter", "user:\u{E9}", "user:e\u{301}"),
    ])
  func refusesAClientThatIsThereTwice(why: String, first: String, second: String) {
    let error = #expect(throws: AuthorizationError.self, "\(why)") {
      try Self.policy(
        "\"\(first)\": {\"status\": \"restricted\"}, \"\(second)\": {\"status\": \"authorizedAlways\"}"
      )
    }
    guard case .damaged = error?.cause else {
      Issue.record("\(why): \(String(describing: error))")
      return
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
