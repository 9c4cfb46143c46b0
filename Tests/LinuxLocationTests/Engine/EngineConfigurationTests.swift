// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LinuxLocation

@Suite final class EngineConfigurationTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "configuration-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, _ place: String) throws {
    let folder = root.appendingPathComponent(place).appendingPathComponent("core-location-linux")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("config.json"))
  }

  private func configuration(_ environment: [String: String] = [:]) -> EngineConfiguration {
    var environment = environment
    environment["XDG_CONFIG_HOME"] = root.appendingPathComponent("user").path
    return EngineConfiguration(
      environment: environment, system: root.appendingPathComponent("etc").path)
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
