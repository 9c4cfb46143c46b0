// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import LocationAuthorization

@Suite struct ApplicationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Writes an Info.plist whose text is its own path, and returns that path.
  @discardableResult
  private func list(_ place: String, identifier: String? = nil) throws -> String {
    var members = ["NSLocationWhenInUseUsageDescription": place]
    members["CFBundleIdentifier"] = identifier
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
    return try folder.file(place, String(decoding: data, as: UTF8.self))
  }

  private func application(_ path: String, list: String? = nil) -> Application {
    Application(executable: Executable(path: ApplicationIdentifier(path)), propertyList: list)
  }

  @Test(
    arguments: [
      ("in no bundle", "bin/walk", []),
      ("as Foundation has it", "bin/walk", ["bin/Info.plist"]),
      ("as Foundation has it", "bin/walk", ["bin/Contents/Info.plist", "bin/Info.plist"]),
      ("as Foundation has it", "bin/walk", ["bin/Resources/Info.plist", "bin/Info.plist"]),
      ("a flat bundle", "Walk.app/walk", ["Walk.app/Info.plist"]),
      (
        "a deep bundle", "Walk.app/Contents/Linux/walk",
        ["Walk.app/Contents/Info.plist", "Walk.app/Contents/Linux/Info.plist"]
      ),
      ("as a Mac has it", "Walk.app/Contents/MacOS/walk", ["Walk.app/Contents/Info.plist"]),
    ] as [(why: String, executable: String, lists: [String])])
  func findsTheListOfItsBundle(why: String, executable: String, lists: [String]) throws {
    let path = try folder.file(executable, "")
    for (index, place) in lists.enumerated() {
      try list(place, identifier: index == 0 ? "org.example.walk" : "org.example.other")
    }
    let application = application(path)
    #expect(application.descriptions.whenInUse == lists.first, "\(why)")
    let identifier = ApplicationIdentifier(lists.isEmpty ? path : "org.example.walk")
    #expect(application.identity.identifier == identifier, "\(why)")
    #expect(try Application.identifier(ofPath: path) == identifier, "\(why)")
    #expect(application.complaints.isEmpty, "\(why)")
  }

  /// A list beside an executable provides texts, but not a different identifier.
  @Test func takesTextsFromBesideAndItsNameFromTheBundle() throws {
    let path = try folder.file("bin/walk", "")
    try list("bin/walk.Info.plist", identifier: "org.example.false")
    #expect(application(path).identity.identifier == ApplicationIdentifier(path))
    try list("bin/Info.plist", identifier: "org.example.true")
    let found = application(path)
    #expect(found.identity.identifier == "org.example.true")
    #expect(found.descriptions.whenInUse == "bin/walk.Info.plist")
    let named = application(path, list: try list("other.plist"))
    #expect(named.identity.identifier == "org.example.true")
    #expect(named.descriptions.whenInUse == "other.plist")
  }

  @Test func readsAllTexts() throws {
    let members: [String: Any] = [
      "CFBundleName": "walk", "CFBundleDisplayName": "Walk", "CFBundleVersion": 7,
      "NSLocationWhenInUseUsageDescription": "one",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "two",
      "NSLocationAlwaysUsageDescription": "three",
      "NSLocationTemporaryUsageDescriptionDictionary": ["route": "four"],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
    let path = folder.path + "/texts.plist"
    try data.write(to: URL(filePath: path))
    let application = application(folder.path + "/walk", list: path)
    #expect(application.identity.name == "Walk")
    #expect(
      application.descriptions
        == UsageDescriptions(
          whenInUse: "one", alwaysAndWhenInUse: "two", always: "three",
          temporary: ["route": "four"]))
  }

  @Test func saysWhatItCannotRead() throws {
    let path = try folder.file("bin/walk", "")
    let binary = try folder.file("binary.plist", "bplist00")
    #expect(
      application(path, list: binary).complaints.first
        == "cannot read \(binary): it is a binary property list; convert it to XML, for example with plistutil"
    )
    let damaged = try folder.file("bin/walk.Info.plist", "<plist")
    #expect(
      application(path).complaints.first?
        .hasPrefix("cannot read \(damaged): it is damaged") == true)
    #expect(
      application(path, list: "/nowhere.plist").complaints.first
        == "cannot read /nowhere.plist: there is no such file; check the path")
  }

  @Test func knowsBundlesAndLinksByTheirPath() throws {
    let path = try folder.file("Walk.app/Contents/Linux/walk", "")
    try list("Walk.app/Contents/Info.plist", identifier: "org.example.walk")
    #expect(try Application.identifier(ofPath: folder.path + "/Walk.app") == "org.example.walk")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try Application.identifier(ofPath: link) == "org.example.walk")
    let folder = folder.path
    #expect(throws: AuthorizationError(.find, folder, .notAnApplication)) {
      try Application.identifier(ofPath: folder)
    }
    #expect(throws: AuthorizationError(.find, "/no/thing", .missing)) {
      try Application.identifier(ofPath: "/no/thing")
    }
  }

  @Test func isThisProcess() throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #expect(Application.current().identity.identifier == ApplicationIdentifier(tests))
  }

  @Test(
    arguments: [
      ("plain", "/usr/bin/walk-2_a", "/usr/bin/walk-2_a"), ("space", "/a b", "'/a b'"),
      ("quote", "/a'b", "'/a'\\''b'"), ("command", "$(x)", "'$(x)'"),
    ])
  func quotesItsNameForAShell(why: String, identifier: String, quoted: String) {
    #expect(ApplicationIdentifier(identifier).quoted == quoted, "\(why)")
  }

  // MARK: Other users

  /// In a directory that others may write to, any user may have created the list.
  @Test(
    arguments: [
      ("its directory, by all", "bin", 0o777, false),
      ("the file, by all", "bin/Info.plist", 0o666, false),
      ("the file, by its group", "bin/Info.plist", 0o660, geteuid() == 0),
      ("nobody else", "bin/Info.plist", 0o600, true),
    ] as [(why: String, name: String, mode: mode_t, counts: Bool)])
  func countsOnlyListsThatNobodyElseCanHaveWritten(
    why: String, name: String, mode: mode_t, counts: Bool
  ) throws {
    let path = try folder.file("bin/walk", "")
    try list("bin/Info.plist", identifier: "org.example.walk")
    try #require(chmod(folder.path + "/" + name, mode) == 0)
    // A group with no member but this user may write, and root's is such a group.
    let found = application(path)
    let expected: ApplicationIdentifier = counts ? "org.example.walk" : ApplicationIdentifier(path)
    #expect(found.identity.identifier == expected, "\(why)")
    #expect((found.descriptions.whenInUse != nil) == counts, "\(why)")
    #expect(found.complaints.isEmpty == counts, "\(why): \(found.complaints)")
    #expect(try Application.identifier(ofPath: path) == expected, "\(why)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
  func countsNoListOfSomebodyElse() throws {
    let path = try folder.file("bin/walk", "")
    let stranger = try list("bin/Info.plist", identifier: "org.example.walk")
    try #require(chown(stranger, 65534, 65534) == 0)
    #expect(application(path).identity.identifier == ApplicationIdentifier(path))
    #expect(application(path, list: stranger).descriptions == UsageDescriptions())
  }

  /// A list that is named explicitly was chosen deliberately, wherever it lies.
  @Test func countsANamedListInADirectoryOfOthers() throws {
    let path = try folder.file("bin/walk", "")
    let list = try list("shared/Info.plist")
    try #require(chmod(folder.path + "/shared", 0o777) == 0)
    #expect(application(path, list: list).descriptions.whenInUse == "shared/Info.plist")
  }

  @Test(arguments: ["/usr/bin/weather", "a/b", "", "org.example.\u{E9}", "a b", "a\n"])
  func takesNoIdentifierThatIsNone(identifier: String) throws {
    let path = try folder.file("bin/walk", "")
    try list("bin/Info.plist", identifier: identifier)
    #expect(application(path).identity.identifier == ApplicationIdentifier(path))
  }

  // MARK: SwiftPM

  @Test(
    arguments: [
      ("its own", "Tour_walk.resources/Resources/Info.plist", true),
      ("at the top", "Tour_walk.resources/Info.plist", true),
      ("another target's", "Tour_run.resources/Resources/Info.plist", false),
      ("another target's", "Tour_sleepwalk.resources/Resources/Info.plist", false),
    ])
  func findsTextsInTheResourcesOfItsTarget(why: String, place: String, isFound: Bool) throws {
    let path = try folder.file("debug/walk", "")
    try list("debug/" + place, identifier: "org.example.walk")
    let found = application(path)
    #expect(found.descriptions.whenInUse == (isFound ? "debug/" + place : nil), "\(why)")
    #expect(
      found.identity.identifier == ApplicationIdentifier(path), "resources say nothing of that")
  }
}
