// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization
import TestSupport
import Testing

@Suite struct ApplicationTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// An Info.plist whose texts tell which one it is.
  @discardableResult
  private func list(_ place: String, identifier: String? = nil) throws -> String {
    var members = ["NSLocationWhenInUseUsageDescription": place]
    members["CFBundleIdentifier"] = identifier
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: .xml, options: 0)
    return try folder.file(place, String(decoding: data, as: UTF8.self))
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
    let application = Application(executable: path, propertyList: nil)
    #expect(application.descriptions.whenInUse == lists.first, "\(why)")
    let identifier = lists.isEmpty ? path : "org.example.walk"
    #expect(application.identity.identifier == identifier, "\(why)")
    #expect(try Application.identifier(ofPath: path) == identifier, "\(why)")
    #expect(application.complaints.isEmpty, "\(why)")
  }

  /// What stands beside an executable gives texts, not another name.
  @Test func takesTextsFromBesideAndItsNameFromTheBundle() throws {
    let path = try folder.file("bin/walk", "")
    try list("bin/walk.Info.plist", identifier: "org.example.false")
    #expect(Application(executable: path, propertyList: nil).identity.identifier == path)
    try list("bin/Info.plist", identifier: "org.example.true")
    let application = Application(executable: path, propertyList: nil)
    #expect(application.identity.identifier == "org.example.true")
    #expect(application.descriptions.whenInUse == "bin/walk.Info.plist")
    let named = Application(executable: path, propertyList: try list("other.plist"))
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
      fromPropertyList: members, format: .binary, options: 0)
    let path = folder.path + "/binary.plist"
    try data.write(to: URL(filePath: path))
    let application = Application(executable: folder.path + "/walk", propertyList: path)
    #expect(application.identity.name == "Walk")
    #expect(
      application.descriptions
        == UsageDescriptions(
          whenInUse: "one", alwaysAndWhenInUse: "two", always: "three",
          temporary: ["route": "four"]))
  }

  @Test func saysWhatItCannotRead() throws {
    let path = try folder.file("bin/walk", "")
    let damaged = try folder.file("bin/walk.Info.plist", "<plist")
    #expect(
      Application(executable: path, propertyList: nil).complaints.first?
        .hasPrefix("cannot read \(damaged): it is damaged") == true)
    #expect(
      Application(executable: path, propertyList: "/nowhere.plist").complaints.first
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
    #expect(Application.current().identity.identifier == tests)
  }

  @Test(
    arguments: [
      ("plain", "/usr/bin/walk-2_a", "/usr/bin/walk-2_a"), ("space", "/a b", "'/a b'"),
      ("quote", "/a'b", "'/a'\\''b'"), ("command", "$(x)", "'$(x)'"),
    ])
  func quotesItsNameForAShell(why: String, identifier: String, quoted: String) {
    #expect(ApplicationIdentity(identifier: identifier).quotedIdentifier == quoted, "\(why)")
  }
}
