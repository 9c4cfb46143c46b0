// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

@testable import gps

/// The page of `gps authorize`: what it shows, and what keys ask for.
@Suite struct DecisionPageTests {
  private static let names = ["org.example.a", "org.example.b", "org.example.c"]

  private func listing(
    _ name: String, _ decision: Decision? = nil, rule: AdministratorPolicy.Rule? = nil
  ) -> DecisionListing {
    let application = ApplicationIdentifier(name)
    return DecisionListing(
      application: application, decision: decision,
      records: AuthorizationRecords(decision: decision, rule: rule))
  }

  private func page(_ listings: [DecisionListing], selecting name: String? = nil) -> DecisionPage {
    var page = DecisionPage(selecting: name.map { ApplicationIdentifier($0) })
    page.show(listings)
    // It has been read.
    page.drawn(at: .zero)
    #expect(page.elapse(to: ReadingTime.shortest) == true)
    return page
  }

  @Test func ignoresKeysUntilThePageCouldBeRead() {
    let keys: [MonitorKey] = [.character(" "), .character("a"), .down, .character("q")]
    let first = ApplicationIdentifier("org.example.a")
    var page = DecisionPage(selecting: first)
    page.show(Self.names.map { listing($0) })
    func ignores(_ why: String) {
      for key in keys { #expect(page.pressed(key) == nil, "\(why)") }
      #expect(page.selected == first, "\(why)")
    }
    ignores("it is not drawn")
    page.drawn(at: .seconds(5))
    ignores("it has just been drawn")
    #expect(page.elapse(to: .milliseconds(5299)) == false)
    page.drawn(at: .milliseconds(5299))
    ignores("it was drawn less than 300 ms ago")
    // What waits in the terminal is discarded at that moment.
    #expect(page.elapse(to: .milliseconds(5300)) == true)
    #expect(page.reading.deadline == nil)
    #expect(page.pressed(.character(" ")) == .decide(first, .authorizedWhenInUse))
    // As after Ctrl-Z and fg.
    page.hidden()
    ignores("something else was on the terminal")
    page.drawn(at: .seconds(9))
    #expect(page.reading.deadline == .milliseconds(9300))
    #expect(page.elapse(to: .seconds(10)) == true)
    #expect(page.pressed(.character("q")) == .end)
  }

  @Test func ignoresAKeyForAnApplicationThatIsGone() {
    var page = page(Self.names.map { listing($0) }, selecting: "org.example.b")
    page.show([listing("org.example.c")])
    page.drawn(at: .seconds(7))
    #expect(page.pressed(.character(" ")) == nil)
    #expect(page.elapse(to: .seconds(8)) == true)
    #expect(page.pressed(.character(" ")) != nil)
  }

  @Test(
    arguments: [
      ("no decision", nil, Decision.Answer.authorizedWhenInUse),
      ("ask", Decision(), .authorizedWhenInUse), ("once", Decision(.once), .authorizedWhenInUse),
      ("while using", Decision(.authorizedWhenInUse), .authorizedAlways),
      ("always", Decision(.authorizedAlways), .denied),
      ("denied", Decision(.denied), .notDetermined),
    ] as [(String, Decision?, Decision.Answer)])
  func cyclesThroughAnswersBySpace(why: String, decision: Decision?, next: Decision.Answer) {
    var page = page([listing("org.example.a", decision)])
    #expect(page.pressed(.character(" ")) == .decide(ApplicationIdentifier("org.example.a"), next))
  }

  @Test func arrowsMoveWithinTheList() {
    var page = page(Self.names.map { listing($0) })
    for (key, name) in [
      (MonitorKey.up, "org.example.a"), (.down, "org.example.b"),
      (.character("j"), "org.example.c"),
      (.down, "org.example.c"), (.character("k"), "org.example.b"),
    ] {
      #expect(page.pressed(key) == nil)
      #expect(page.selected == ApplicationIdentifier(name))
    }
  }

  @Test func theSelectionStaysWithItsApplication() {
    var page = page(Self.names.map { listing($0) }, selecting: "org.example.b")
    page.show((["org.example.0"] + Self.names).map { listing($0) })
    #expect(page.selected == ApplicationIdentifier("org.example.b"))
    page.show([listing("org.example.c")])
    #expect(page.selected == ApplicationIdentifier("org.example.c"))
  }

  @Test func switchesTheAccuracy() {
    let application = ApplicationIdentifier("org.example.a")
    var full = page([listing("org.example.a", Decision(.authorizedWhenInUse))])
    #expect(full.pressed(.character("a")) == .limit(application, .reduced))
    var reduced = page([listing("org.example.a", Decision(.denied, accuracy: .reduced))])
    #expect(reduced.pressed(.character("a")) == .limit(application, .full))
  }

  @Test func keepsTheAdministratorsDecision() {
    var page = page([listing("org.example.a", nil, rule: .init(.restricted))])
    #expect(page.pressed(.character(" ")) == nil)
    #expect(
      page.screen(width: 80, height: 8, .unicode).lines.last?.contains("the administrator") == true)
    #expect(page.pressed(.down) == nil)
    #expect(page.screen(width: 80, height: 8, .unicode).lines.last?.contains("q quit") == true)
  }

  @Test func theScreenShowsWhatHolds() {
    let page = page([
      listing("org.example.a", Decision(.authorizedWhenInUse, accuracy: .reduced)),
      listing("/opt/\u{1B}[31mevil", Decision(.denied)),
    ])
    let lines = page.screen(width: 60, height: 8, .unicode).lines
    #expect(lines[0] == "Which applications may use the location")
    #expect(lines[2] == "> org.example.a        while using  reduced")
    #expect(lines[3] == "  /opt/\\u{1b}[31mevil  denied       full")
  }

  @Test(arguments: [(80, 6), (20, 5), (5, 2), (1, 1)])
  func theSelectionIsVisibleAtAnySize(width: Int, height: Int) {
    let names = (100..<200).map { "org.example.\($0)" }
    for name in ["org.example.100", "org.example.150", "org.example.199"] {
      let screen = page(names.map { listing($0) }, selecting: name)
        .screen(width: width, height: height, .unicode)
      if height > 4 { #expect(screen.lines.contains { $0.hasPrefix(">") }) }
    }
  }

  @Test func saysThatNoApplicationHasAsked() {
    var page = page([])
    #expect(page.pressed(.character(" ")) == nil)
    #expect(page.screen(width: 60, height: 8, .unicode).lines[2] == "No application has asked yet.")
    #expect(page.pressed(.character("q")) == .end)
  }
}
