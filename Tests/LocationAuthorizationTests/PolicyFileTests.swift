// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import LocationAuthorization

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
    #expect(try policy().read().policy == AdministratorPolicy())
    try folder.file("etc/core/other", "")
    #expect(try policy().read().policy == AdministratorPolicy())
    // With the default owner and top directory.
    #expect(PolicyFile(path: "/etc/x/policy.json").path == "/etc/x/policy.json")
  }

  /// The example in the manual.
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
      try policy().read().policy
        == AdministratorPolicy(rules: [
          "/usr/bin/tracker": .init(.authorizedAlways),
          "org.example.weather": .init(.authorizedWhenInUse, accuracy: .reduced),
          "org.example.game": .init(.restricted),
        ]))
  }

  @Test func switchesServicesOff() throws {
    try write(#"{"version":1,"servicesEnabled":false}"#)
    #expect(try policy().read().policy == AdministratorPolicy(servicesEnabled: false))
  }

  @Test(
    arguments: [
      ("a word that is not a rule", #"{"version":1,"applications":{"a.b":{"status":"denied"}}}"#),
      (
        "nobody decides for the person",
        #"{"version":1,"applications":{"a.b":{"status":"notDetermined"}}}"#
      ),
      ("no version", "{}"), ("cut off", #"{"version":1"#),
      ("all others may not be allowed", #"{"version":1,"others":"authorizedAlways"}"#),
      ("a misspelt switch", #"{"version":1,"serviceEnabled":false}"#),
      (
        "an application in two spellings",
        #"{"version":1,"applications":{"/K":{"status":"authorizedAlways"},"/%4B":{"status":"restricted"}}}"#
      ),
      (
        "an application twice",
        #"{"version":1,"applications":{"a.b":{"status":"restricted"},"a.b":{"status":"authorizedAlways"}}}"#
      ),
      ("a switch twice", #"{"version":1,"servicesEnabled":false,"servicesEnabled":true}"#),
      (
        "clients twice",
        #"{"version":1,"clients":{"user:a":{"status":"restricted"}},"clients":{}}"#
      ),
      (
        "a client twice",
        #"{"version":1,"clients":{"user:a":{"status":"restricted"},"user:a":{"status":"authorizedAlways"}}}"#
      ),
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
  func grantsOnlyIfNobodyElseCanWriteIt(
    why: String, name: String, permissions: Int, isHonored: Bool
  ) throws {
    try write(Self.both)
    try change(name, permissions)
    let (policy, fault) = try policy().read()
    #expect(policy.rules["a.b"]?.status == .restricted, "\(why)")
    #expect((policy.rules["c.d"] != nil) == isHonored, "\(why)")
    #expect((fault == nil) == isHonored, "\(why)")
    guard let text = fault?.description else { return }
    #expect(text.contains(": others than "), "\(text)")
    #expect(text.contains(#"run "chmod go-w""#), "\(text)")
    #expect(text.hasSuffix("it forbids, and allows nothing"), "\(text)")
  }

  private static let both =
    #"{"version":1,"applications":{"a.b":{"status":"restricted"},"c.d":{"status":"authorizedAlways"}}}"#

  /// In a container, root's files may look like those of the overflow user.
  @Test func forbidsWhoeverWroteIt() throws {
    try write(Self.both)
    let (policy, fault) = try policy(owner: geteuid() + 1).read()
    #expect(policy.rules == ["a.b": .init(.restricted)])
    #expect(fault?.description.contains("belongs to user \(geteuid()), not to") == true)
  }

  /// Only the file, or only its directory, belongs to another user.
  @Test(
    .enabled(if: geteuid() == 0, "only root may give files away"), arguments: ["etc/core", name])
  func grantsNothingOnceGivenAway(name: String) throws {
    try write(Self.both)
    let nobody: uid_t = 65534
    try #require(chown(folder.path + "/" + name, nobody, nobody) == 0)
    let (policy, fault) = try policy().read()
    #expect(policy.rules == ["a.b": .init(.restricted)])
    #expect(fault?.description.contains("\(name) belongs to user 65534, not to root") == true)
  }

  @Test func namesTheMemberThatIsNotKnown() throws {
    try write(#"{"version":1,"applications":{"a.b":{"status":"restricted","until":"noon"}}}"#)
    let policy = policy()
    let error = #expect(throws: AuthorizationError.self) { try policy.read() }
    #expect(
      error?.description.contains("an unknown member at applications.a.b.until") == true,
      "\(String(describing: error))")
  }

  @Test func grantsNothingThroughALink() throws {
    let elsewhere = try folder.file("elsewhere/policy.json", Self.both)
    try folder.file("etc/core/other", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + Self.name, withDestinationPath: elsewhere)
    let (policy, fault) = try policy().read()
    #expect(policy.rules == ["a.b": .init(.restricted)])
    #expect(fault?.description.contains("is a link or not a directory") == true)
  }

  // MARK: Rules for an application

  @Test func restrictsAllOthersIfItSaysSo() throws {
    try write(
      #"{"version":1,"others":"restricted","applications":{"a.b":{"status":"authorizedWhenInUse"}}}"#
    )
    let policy = try policy().read().policy
    #expect(
      policy.rule(for: ApplicationIdentity(identifier: "a.b"))?.status == .authorizedWhenInUse)
    #expect(policy.rule(for: ApplicationIdentity(identifier: "c.d"))?.status == .restricted)
  }

  @Test func restrictsAFileByAnyOfItsNames() throws {
    let program = try folder.file("program", "")
    let (link, copy) = (folder.path + "/link", try folder.file("copy", ""))
    try #require(Glibc.link(program, link) == 0)
    let policy = AdministratorPolicy(rules: [ApplicationIdentifier(program): .init(.restricted)])
    func rule(_ path: String, _ identifier: String? = nil) -> AuthorizationStatus? {
      policy.rule(
        for: ApplicationIdentity(
          identifier: ApplicationIdentifier(identifier ?? path),
          executable: Executable(path: ApplicationIdentifier(path))))?.status
    }
    #expect(rule(program) == .restricted && rule(link) == .restricted)
    #expect(rule(program, "org.example.bundle") == .restricted, "whatever its bundle calls itself")
    #expect(rule(copy) == nil, "a copy is another file")
  }

  /// Several names of one program: its path, a link, and its bundle.
  @Test func limitsAFileByAllItsNames() throws {
    let program = try folder.file("program", "")
    let link = folder.path + "/link"
    try #require(Glibc.link(program, link) == 0)
    func rule(_ rules: [ApplicationIdentifier: AdministratorPolicy.Rule]) -> AdministratorPolicy
      .Rule?
    {
      AdministratorPolicy(rules: rules).rule(
        for: ApplicationIdentity(
          identifier: "org.example.bundle",
          executable: Executable(path: ApplicationIdentifier(program))))
    }
    let always = AdministratorPolicy.Rule(.authorizedAlways)
    let (path, other) = (ApplicationIdentifier(program), ApplicationIdentifier(link))
    for (one, two) in [(path, other), (other, path)] {
      #expect(
        rule(["org.example.bundle": always, one: .init(.restricted), two: always])?.status
          == .restricted)
      #expect(
        rule([
          "org.example.bundle": always, one: .init(.authorizedAlways, accuracy: .reduced),
          two: .init(.authorizedWhenInUse, accuracy: .full),
        ]) == .init(.authorizedWhenInUse, accuracy: .reduced))
      #expect(
        rule([one: always, two: always]) == nil, "only a name of its own allows it something")
    }
  }
}
