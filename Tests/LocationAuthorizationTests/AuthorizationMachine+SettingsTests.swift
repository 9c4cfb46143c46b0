// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

/// An application that leads the person to its settings.
@Suite struct AuthorizationMachineSettingsTests {
  private static let command = #"run "gps authorize page org.example.weather""#

  @Test(
    arguments: [
      (
        "denied", Decision.denied, Question.Choice.allowWhileUsing,
        AuthorizationStatus.authorizedWhenInUse
      ),
      ("denied, and again", .denied, .dontAllow, .denied),
      ("denied, now once", .denied, .allowOnce, .authorizedWhenInUse),
      ("allowed, and no longer", .whenInUse, .dontAllow, .denied),
      ("always, and no longer", .always, .dontAllow, .denied),
    ])
  func asksAgainAtATerminal(
    before: String, decision: Decision, choice: Question.Choice, after: AuthorizationStatus
  ) throws {
    var trial = Trial(decision)
    let status = trial.status
    let effects = trial.after(.openSettings(hasDisplay: false))
    #expect(effects.lines.contains { $0.hasSuffix(Self.command) })
    #expect(effects.questions.count == 1)
    #expect(trial.status == status, "what was decided holds until there is an answer")
    try trial.choose(choice)
    #expect(trial.status == after)
    #expect(trial.after(.requestWhenInUse).questions.isEmpty)
  }

  @Test func anAnswerThatDoesNotComeChangesNothing() throws {
    var trial = Trial(.denied)
    let question = try #require(trial.after(.openSettings(hasDisplay: false)).questions.first)
    let effects = trial.after(.ended(question: question.number, .unanswered))
    #expect(effects.stored.isEmpty && trial.status == .denied)
  }

  @Test func whatWasAllowedOnceEndsWithTheUse() throws {
    var trial = Trial(.denied)
    trial.after(.openSettings(hasDisplay: false))
    try trial.choose(.allowOnce)
    trial.after(.useChanged(isInUse: false))
    #expect(trial.status == .notDetermined)
  }

  @Test func anAnswerElsewhereWithdrawsTheQuestion() {
    var trial = Trial(.denied)
    trial.after(.openSettings(hasDisplay: false))
    #expect(trial.settings(.whenInUse).contains(.withdraw))
    #expect(trial.status == .authorizedWhenInUse)
  }

  @Test func onADesktopThePageIsOpenedInPlaceOfAQuestion() {
    var trial = Trial(.denied)
    let effects = trial.after(.openSettings(hasDisplay: true))
    #expect(effects.contains(.openSettings("app-settings:org.example.weather")))
    #expect(effects.questions.isEmpty)
    #expect(effects.lines.contains { $0.hasSuffix(Self.command) })
  }

  @Test(
    arguments: [
      ("the administrator decides", Trial(.denied, rule: .init(.restricted))),
      ("location services are off", Trial(.denied, servicesEnabled: false)),
      ("nobody is there", Trial(.denied, isInUse: false)),
      ("it has no text", Trial(.denied, descriptions: UsageDescriptions())),
    ])
  func asksNothingWhere(why: String, trial: Trial) {
    var trial = trial
    let effects = trial.after(.openSettings(hasDisplay: false))
    #expect(effects.questions.isEmpty)
    #expect(
      effects.lines.contains { $0.hasSuffix(Self.command) }, "the command is named all the same")
  }

  @Test func undecidedItAsksAsUsual() {
    var trial = Trial()
    #expect(trial.after(.openSettings(hasDisplay: false)).questions.count == 1)
  }

  @Test(
    arguments: [
      ("org.example.weather", "app-settings:org.example.weather"),
      ("/opt/My App/b&c", "app-settings:/opt/My%20App/b%26c"),
      ("100%", "app-settings:100%25"),
    ])
  func anAddressNamesTheApplication(name: String, address: String) {
    let application = ApplicationIdentifier(name)
    #expect(application.settingsAddress == address)
    #expect(ApplicationIdentifier(settingsAddress: address) == application)
    #expect(ApplicationIdentifier(settingsAddress: name) == nil)
  }
}
