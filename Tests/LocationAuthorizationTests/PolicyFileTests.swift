// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization
import TestSupport
import Testing

@Suite struct PolicyFileTests {
  private let folder: ScratchFolder
  private static let name = "etc/core/policy.json"

  init() throws { folder = try ScratchFolder() }

  private func policy(owner: uid_t = geteuid()) -> PolicyFile {
    PolicyFile(path: folder.path + "/" + Self.name, top: folder.path, owner: owner)
  }

  private func write(_ text: String) throws { try folder.file(Self.name, text) }

  private func change(_ name: String, _ permissions: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.path + "/" + name)
  }

  @Test func saysNothingWhereThereIsNone() throws {
    #expect(try policy().read() == nil)
    try folder.file("etc/core/other", "")
    #expect(try policy().read() == nil)
    // The real one.
    #expect(PolicyFile(path: "/etc/x/policy.json").path == "/etc/x/policy.json")
  }

  /// The example of the manual.
  @Test func saysWhatTheManualSays() throws {
    try write(
      """
      {
        "version": 1,
        "servicesEnabled": true,
        "applications": {
          "/usr/bin/tracker": { "status": "authorizedAlways" },
          "org.example.weather": { "status": "authorizedWhenInUse", "accuracy": "reduced" },
          "org.example.game": { "status": "restricted" }
        }
      }
      """)
    #expect(
      try policy().read()
        == AdministratorPolicy(rules: [
          "/usr/bin/tracker": .init(.authorizedAlways),
          "org.example.weather": .init(.authorizedWhenInUse, accuracy: .reduced),
          "org.example.game": .init(.restricted),
        ]))
  }

  @Test func switchesServicesOff() throws {
    try write(#"{"version":1,"servicesEnabled":false}"#)
    #expect(try policy().read() == AdministratorPolicy(servicesEnabled: false))
  }

  @Test(
    arguments: [
      ("a word that is no rule", #"{"version":1,"applications":{"a.b":{"status":"denied"}}}"#),
      (
        "nobody decides for the person",
        #"{"version":1,"applications":{"a.b":{"status":"notDetermined"}}}"#
      ),
      ("no version", "{}"), ("cut off", #"{"version":1"#),
      ("a misspelt switch", #"{"version":1,"serviceEnabled":false}"#),
      (
        "a misspelt member of a rule",
        #"{"version":1,"applications":{"a.b":{"status":"authorizedAlways","acuracy":"reduced"}}}"#
      ),
    ])
  func isDamaged(why: String, text: String) throws {
    try write(text)
    let policy = policy()
    let error = #expect(throws: AuthorizationError.self, "\(why)") { try policy.read() }
    guard case .damaged = error?.cause else {
      Issue.record("\(why): \(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [
      ("the file, by the group", "etc/core/policy.json", 0o664, false),
      ("the file, by all", "etc/core/policy.json", 0o646, false),
      ("its directory, by all", "etc/core", 0o777, false),
      ("its directory, by all, though sticky", "etc/core", 0o1777, false),
      ("a directory above, by the group", "etc", 0o775, false),
      ("the first directory, by all", "", 0o757, false),
      ("nobody else", "etc/core/policy.json", 0o600, true),
    ] as [(why: String, name: String, permissions: Int, isHonored: Bool)])
  func isHonoredOnlyIfNobodyElseCanWriteIt(
    why: String, name: String, permissions: Int, isHonored: Bool
  ) throws {
    try write(#"{"version":1}"#)
    try change(name, permissions)
    let policy = policy()
    guard !isHonored else {
      #expect(try policy.read() != nil, "\(why)")
      return
    }
    let error = #expect(throws: AuthorizationError.self, "\(why)") { try policy.read() }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("cannot honor \(policy.path): others than "), "\(text)")
    #expect(text.hasSuffix(#"run "chmod go-w" as root"#), "\(text)")
  }

  @Test func isHonoredOnlyIfItIsTheAdministrators() throws {
    try write(#"{"version":1}"#)
    let policy = policy(owner: geteuid() + 1)
    let error = #expect(throws: AuthorizationError.self) { try policy.read() }
    #expect(error?.description.contains("belongs to user \(geteuid()), not to") == true)
  }

  /// Only the file is somebody else's.
  @Test(
    .enabled(if: geteuid() == 0, "only root may give files away"), arguments: ["etc/core", name])
  func isNotHonoredOnceGivenAway(name: String) throws {
    try write(#"{"version":1,"servicesEnabled":false}"#)
    let nobody: uid_t = 65534
    try #require(chown(folder.path + "/" + name, nobody, nobody) == 0)
    let policy = policy()
    let error = #expect(throws: AuthorizationError.self) { try policy.read() }
    #expect(error?.description.contains("\(name) belongs to user 65534, not to root") == true)
  }

  @Test func namesTheMemberThatIsNotKnown() throws {
    try write(#"{"version":1,"applications":{"a.b":{"status":"restricted","until":"noon"}}}"#)
    let policy = policy()
    let error = #expect(throws: AuthorizationError.self) { try policy.read() }
    #expect(
      error?.description.contains("an unknown member at applications.a.b.until") == true,
      "\(String(describing: error))")
  }

  @Test func isNotHonoredThroughALink() throws {
    let elsewhere = try folder.file("elsewhere/policy.json", #"{"version":1}"#)
    try folder.file("etc/core/other", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + Self.name, withDestinationPath: elsewhere)
    let policy = policy()
    let error = #expect(throws: AuthorizationError.self) { try policy.read() }
    #expect(error?.description.contains("is a link or no directory") == true)
  }
}
