// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPage
import Testing

@testable import gps

@Suite struct MonitorSettingsTests {
  private static func settings(after keys: String) -> MonitorSettings {
    var settings = MonitorSettings()
    var reader = KeyReader()
    for key in reader.keys(in: keys.utf8) { _ = settings.pressed(key) }
    return settings
  }

  @Test func cyclesThroughChoices() {
    #expect(Self.settings(after: "u").units == .nautical)
    #expect(Self.settings(after: "uuu").units == .metric)
    #expect(Self.settings(after: "i").units == .imperial)
    #expect(Self.settings(after: "in").units == .nautical)
    #expect(Self.settings(after: "im").units == .metric)
    #expect(Self.settings(after: "n").degrees == .minutes)
    #expect(Self.settings(after: "ni").degrees == .decimal)
    #expect(Self.settings(after: "nd").degrees == .seconds)
    #expect(Self.settings(after: "dd").degrees == .seconds)
    #expect(Self.settings(after: "t").north == .magnetic)
    #expect(Self.settings(after: "s").order == .size)
    #expect(Self.settings(after: "r").showsRaw)
    #expect(Self.settings(after: " ").isPaused)
    #expect(!Self.settings(after: "  ").isPaused)
  }

  @Test func choosesPanels() {
    #expect(Self.settings(after: "2").panel == .sky)
    #expect(Self.settings(after: "22").panel == nil)
    #expect(Self.settings(after: "26").panel == .sentences)
    #expect(Self.settings(after: "20").panel == nil)
    #expect(Self.settings(after: "2\u{1B}").panel == nil)
    #expect(Self.settings(after: "7").panel == nil)
    #expect(Self.settings(after: "\t").panel == .position)
    #expect(Self.settings(after: "\t\t\t").panel == .signals)
    #expect(Self.settings(after: "6\t").panel == nil)
  }

  @Test func anyKeyEndsTheHelp() {
    #expect(Self.settings(after: "?").showsHelp)
    let settings = Self.settings(after: "?u")
    #expect(!settings.showsHelp && settings.units == .metric)
  }

  @Test(
    arguments: [
      ("a letter", "q", .end), ("Ctrl-C where it is a key", "\u{3}", .end),
      ("in the help, too", "q", .end), ("Ctrl-L", "\u{C}", .redraw), ("c", "c", .clearHistory),
      ("an arrow", "\u{1B}[C", nil), ("a function key", "\u{1B}OP", nil),
      ("a key with modifiers", "\u{1B}[1;5C", nil), ("no ASCII", "é", nil), ("x", "x", nil),
    ] as [(String, String, MonitorSettings.Request?)])
  func knowsItsKeys(reason: String, bytes: String, request: MonitorSettings.Request?) {
    var settings = MonitorSettings()
    if reason == "in the help, too" { settings.showsHelp = true }
    let before = settings
    var reader = KeyReader()
    let requests = reader.keys(in: bytes.utf8).map { settings.pressed($0) }
    #expect(requests.compactMap(\.self) == (request.map { [$0] } ?? []), "\(reason)")
    if request == nil { #expect(settings == before, "\(reason)") }
  }

  @Test func aSequenceMayComeInPieces() {
    var reader = KeyReader()
    #expect(reader.keys(in: Array("\u{1B}[1".utf8)) == [])
    #expect(reader.keys(in: Array("5~q".utf8)) == [.other, .character("q")])
  }
}
