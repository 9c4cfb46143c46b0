// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

@Suite final class EngineConfigurationTests {
  private let scratch: ScratchFolder
  private var root: URL { scratch.url }

  init() throws { scratch = try ScratchFolder() }

  private func write(_ text: String, _ place: String) throws {
    let folder = root.appendingPathComponent(place).appendingPathComponent("core-location-linux")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("config.json"))
  }

  /// A file is used, or its problem is reported in one line.
  @Test(arguments: try HostileFile.all("configuration"))
  func survivesHostileFiles(file: HostileFile) throws { try check(file.bytes, file.name) }

  @Test func survivesDamage() throws {
    var random = SeededGenerator(seed: 3)
    let whole = Array(
      #"{"source":"tcp://localhost:2947","geocoder":"photon:https://example.org"}"#.utf8)
    var used = 0
    for number in 0..<500 where try check(random.damaged(whole), "damage \(number)") { used += 1 }
    // Some of the damage is harmless, and some is not.
    #expect((1..<450).contains(used))
  }

  @discardableResult
  private func check(_ bytes: [UInt8], _ why: String) throws -> Bool {
    try write("", "etc")
    try Data(bytes).write(to: root.appendingPathComponent("etc/core-location-linux/config.json"))
    let configuration = configuration()
    let isUsed = configuration.problems.isEmpty
    #expect(isUsed || (configuration.source == nil && configuration.geocoder == nil), "\(why)")
    #expect(
      configuration.problems.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } },
      "\(why)")
    return isUsed
  }

  private func configuration(_ environment: [String: String] = [:]) -> EngineConfiguration {
    var environment = environment
    environment["XDG_CONFIG_HOME"] = root.appendingPathComponent("user").path
    return EngineConfiguration(
      environment: Environment(environment), system: root.appendingPathComponent("etc").path)
  }

  @Test(arguments: try HostileFile.all("nested"))
  func refusesWhatIsNestedTooDeep(file: HostileFile) throws {
    #expect(try !check(file.bytes, file.name))
  }

  /// A relative path would be resolved in the directory from which the application happens to be started.
  @Test func readsNoFileOfTheCurrentDirectory() throws {
    try write(#"{"source": "tcp://stranger:10110"}"#, "here")
    let here = root.appendingPathComponent("here").path
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let relative = String(repeating: "../", count: depth) + here.dropFirst()
    try #require(FileManager.default.fileExists(atPath: relative))
    for (name, value) in [
      ("XDG_CONFIG_HOME", relative), ("HOME", relative), ("XDG_CONFIG_HOME", ""),
    ] {
      let configuration = EngineConfiguration(
        environment: [name: value], system: root.appendingPathComponent("etc").path)
      #expect(configuration.source == nil, "\(name)=\(value)")
    }
  }

  @Test func withoutAnythingItIsAutomatic() {
    #expect(configuration().source == nil)
    #expect(configuration().problems.isEmpty)
  }

  @Test func theEnvironmentComesBeforeTheUserAndTheUserBeforeTheMachine() throws {
    try write(#"{"source": "/dev/ttyS0", "geocoder": "nominatim:https://example.org"}"#, "etc")
    #expect(configuration().source == "/dev/ttyS0")
    try write(#"{"source": "tcp://boat:10110"}"#, "user")
    #expect(configuration().source == "tcp://boat:10110")
    #expect(configuration().geocoder == nil)
    #expect(configuration(["CORELOCATION_SOURCE": "auto"]).source == "auto")
  }

  @Test func whetherItIsInUseMayBeSaid() {
    #expect(configuration().isInUse == nil)
    #expect(configuration(["CORELOCATION_IN_USE": "1"]).isInUse == true)
    #expect(configuration(["CORELOCATION_IN_USE": "0"]).isInUse == false)
    #expect(configuration(["CORELOCATION_IN_USE": "yes"]).isInUse == nil)
    #expect(configuration(["CORELOCATION_IN_USE": "yes"]).problems.count == 1)
  }

  @Test func complainsInOneLineWhateverTheEnvironmentHolds() {
    #expect(
      configuration(["CORELOCATION_IN_USE": "1\n\u{1b}[2J"]).problems == [
        "cannot use CORELOCATION_IN_USE=1\\u{a}\\u{1b}[2J: expected 1 or 0"
      ])
  }

  @Test func aDamagedFileIsSaidAndPassedOver() throws {
    try write("{", "user")
    #expect(configuration().source == nil)
    #expect(configuration().problems.count == 1)
    #expect(configuration().problems.first?.contains("config.json") == true)
  }
}
