// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LinuxSystem
import LocationPage
import TestSupport
import Testing

@testable import gps

@Suite struct UnitSettingTests {
  /// A folder with the user's settings and the machine's.
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func write(_ text: String, in folder: String) throws {
    try scratch.file("\(folder)/core-location-linux/config.json", text)
  }

  private func chosen(_ variable: String? = nil) throws -> UnitSystem {
    var variables = ["XDG_CONFIG_HOME": scratch.path + "/user"]
    variables["GPS_UNITS"] = variable
    return try UnitSetting.chosen(Environment(variables), system: scratch.path + "/etc")
  }

  @Test func isMetricWhereNothingIsChosen() throws {
    #expect(try chosen() == .metric)
    #expect(try chosen("") == .metric)
  }

  @Test func theUsersFileReplacesTheMachinesAndTheVariableBoth() throws {
    try write("{\"units\": \"imperial\"}", in: "etc")
    #expect(try chosen() == .imperial)
    try write("{\"source\": \"auto\", \"units\": \"nautical\"}", in: "user")
    #expect(try chosen() == .nautical)
    #expect(try chosen("metric") == .metric)
    try write("{\"source\": \"auto\"}", in: "user")
    #expect(try chosen() == .metric)
  }

  @Test(
    arguments: [
      (
        "an unknown name", "{\"units\": \"furlongs\"}",
        "\"furlongs\": give metric, nautical or imperial"
      ),
      ("no text", "{\"units\": 3}", "give metric, nautical or imperial"),
      ("no JSON", "units=nautical", "it is not a JSON object"),
      ("what a terminal would obey", "{\"units\": \"\\u001b[2J\"}", "\\u{1b}[2J"),
    ])
  func saysWhatIsWrongWithTheFile(why: String, text: String, words: String) throws {
    try write(text, in: "user")
    let failure = #expect(throws: Failure.self, "\(why)") { try chosen() }
    #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
    #expect(failure?.description.contains("\u{1B}") == false)
  }

  @Test func refusesAVariableThatItDoesNotKnow() {
    let failure = #expect(throws: Failure.self) { try chosen("Nautical ") }
    #expect(
      failure?.description
        == "cannot use GPS_UNITS, \"Nautical \": give metric, nautical or imperial")
  }

  /// A nautical mile is 1852 m, a mile 1609.344 m, a foot 0.3048 m; miles begin at a kilometer, as on the page.
  @Test(
    arguments: [
      (7.4, "7.4 m", "7.4 m", "24 ft"), (840, "840 m", "840 m", "2756 ft"),
      (1852, "1.85 km", "1 NM", "1.15 mi"), (41_234, "41.2 km", "22.3 NM", "25.6 mi"),
      (1_000_000, "1000 km", "540 NM", "621 mi"),
    ])
  func writesWaysAsThePageDoes(
    meters: Double, metric: String, nautical: String, imperial: String
  ) {
    #expect(UnitSystem.metric.distance(meters) == metric)
    #expect(UnitSystem.nautical.distance(meters) == nautical)
    #expect(UnitSystem.imperial.distance(meters) == imperial)
  }
}
