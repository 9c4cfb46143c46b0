// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LocationAuthorization

/// Files with arbitrary content are used or refused in one line, and authorize nothing that they do not state.
@Suite struct DamagedFileTests {
  private let folder: ScratchFolder
  private let noon = Date(timeIntervalSince1970: 1_750_000_000)

  init() throws { folder = try ScratchFolder() }

  private static let decisions = """
    {"version":1,"applications":{"/usr/bin/walk":{"status":"authorizedAlways","provisional":true,\
    "decided":"2025-06-15T15:06:40.250Z"},"a.b":{"status":"denied","accuracy":"reduced"}}}
    """
  private static let policy = """
    {"version":1,"servicesEnabled":true,"applications":{"/usr/bin/tracker":{"status":"authorizedAlways"},\
    "org.example.game":{"status":"restricted","accuracy":"reduced"}}}
    """
  private static let list = """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleIdentifier</key>\
    <string>org.example</string><key>NSLocationWhenInUseUsageDescription</key><string>Rain &amp; sun.</string></dict></plist>
    """

  /// Damages an intact file six hundred times, and checks what becomes of each.
  private func damage(_ text: String, _ check: ([UInt8], String) throws -> Bool) rethrows {
    var random = SeededGenerator(seed: 11)
    var accepted = 0
    for number in 0..<600 {
      let bytes = random.damaged(Array(text.utf8))
      if try check(bytes, "damage \(number)") { accepted += 1 }
    }
    // Some of the damage is harmless, and some is not.
    #expect((1..<500).contains(accepted))
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = try folder.file(name, "")
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func isOneLine(_ error: (any Error)?) -> Bool {
    guard let text = error.map({ "\($0)" }) else { return false }
    return !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns whether the decisions can be read.
  private func checkDecisions(_ bytes: [UInt8], _ why: String) throws -> Bool {
    let path = try write(bytes, "config/authorization.json")
    guard let decisions = try? folder.store.read() else {
      let error = #expect(throws: AuthorizationError.self, "\(why)") {
        try folder.store.update(at: noon) { $0["new.one"] = .denied }
      }
      #expect(isOneLine(error), "\(why)")
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes, "\(why)")
      return false
    }
    let kept = try folder.store.update(at: noon) { $0["new.one"] = .denied }
    #expect(try folder.store.read() == kept, "\(why)")
    #expect(Set(kept.keys) == Set(decisions.keys).union(["new.one"]), "\(why)")
    return true
  }

  private func checkPolicy(_ bytes: [UInt8], _ why: String) throws -> Bool {
    _ = try write(bytes, "etc/policy.json")
    do {
      let policy = try folder.policy.read().policy
      #expect(policy.rules.values.allSatisfy { $0.status == .restricted || $0.status.isAuthorized })
      return true
    } catch {
      #expect(isOneLine(error), "\(why)")
      return false
    }
  }

  private func checkList(_ bytes: [UInt8], _ why: String) throws -> Bool {
    do {
      let list = try InformationPropertyList.read(try write(bytes, "Info.plist"))
      #expect(list?.identifier?.bytes.isEmpty != true, "\(why)")
      return true
    } catch {
      #expect(isOneLine(error), "\(why)")
      return false
    }
  }

  /// Whichever of the two a decoder would pick.
  @Test(
    arguments: ["config/authorization.json", "etc/policy.json"],
    [[true, false], [false, true], [true, true]])
  func authorizesNothingByAnApplicationThatIsThereTwice(file: String, areGrants: [Bool]) throws {
    let prohibition = file.hasPrefix("etc") ? "restricted" : "denied"
    let entries = areGrants.map {
      "\"\(Stage.application)\":{\"status\":\"\($0 ? "authorizedAlways" : prohibition)\"}"
    }
    try folder.file(
      file, "{\"version\":1,\"applications\":{\(entries.joined(separator: ","))}}")
    let stage = try Stage(folder)
    #expect(stage.status == .notDetermined)
    stage.center.requestWhenInUse()
    #expect(eventually { !stage.lines.entries.isEmpty })
    #expect(
      stage.lines.entries.first?.contains("two members with the name \(Stage.application)") == true)
    #expect(stage.asker.kinds.isEmpty)
  }

  @Test func decisions() throws { try damage(Self.decisions, checkDecisions) }
  @Test func policies() throws { try damage(Self.policy, checkPolicy) }
  @Test func propertyLists() throws { try damage(Self.list, checkList) }

  @Test(arguments: try HostileFile.all("decisions"))
  func hostileDecisions(file: HostileFile) throws { _ = try checkDecisions(file.bytes, file.name) }

  @Test(arguments: try HostileFile.all("policy"))
  func hostilePolicies(file: HostileFile) throws { _ = try checkPolicy(file.bytes, file.name) }

  @Test(arguments: try HostileFile.all("infoPlist"))
  func hostilePropertyLists(file: HostileFile) throws { _ = try checkList(file.bytes, file.name) }
}
