// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

/// The effects of requests and answers.
@Suite struct AuthorizationMachineTests {
  // MARK: The first question

  @Test(
    arguments: [
      ("while using", .requestWhenInUse, .allowWhileUsing, .authorizedWhenInUse, .whenInUse),
      ("once: nothing is kept", .requestWhenInUse, .allowOnce, .authorizedWhenInUse, nil),
      ("no", .requestWhenInUse, .dontAllow, .denied, .denied),
      ("provisional", .requestAlways, .allowWhileUsing, .authorizedAlways, .provisional),
      ("once", .requestAlways, .allowOnce, .authorizedWhenInUse, nil),
      ("no", .requestAlways, .dontAllow, .denied, .denied),
    ]
      as [(
        why: String, request: AuthorizationMachine.Event, choice: Question.Choice,
        status: AuthorizationStatus, kept: Decision?
      )])
  func keepsTheFirstAnswer(
    why: String, request: AuthorizationMachine.Event, choice: Question.Choice,
    status: AuthorizationStatus, kept: Decision?
  ) throws {
    var trial = Trial()
    let question = try #require(trial.after(request).questions.first)
    #expect(
      question.kind == .permission(forAlways: request == .requestAlways)
        && question.text == "in use")
    #expect(question.choices == [.allowOnce, .allowWhileUsing, .dontAllow])
    #expect(trial.status == .notDetermined && trial.machine.authorization.isBeingAsked)
    let effects = try trial.choose(choice)
    #expect(trial.status == status, "\(why)")
    #expect(effects.stored == [kept].compactMap { $0 }, "\(why)")
    #expect(effects.notified == [status] && !trial.machine.authorization.isBeingAsked)
  }

  @Test(
    arguments: [
      ("kept", .whenInUse, nil), ("kept", .always, nil), ("provisional", .provisional, nil),
      ("kept", .denied, nil), ("cannot be changed", nil, .init(.restricted)),
      ("by the administrator", nil, .init(.authorizedWhenInUse)),
    ] as [(why: String, decision: Decision?, rule: AdministratorPolicy.Rule?)])
  func doesNothingAboutWhenInUseOnceItIsDetermined(
    why: String, decision: Decision?, rule: AdministratorPolicy.Rule?
  ) {
    var trial = Trial(decision, rule: rule)
    #expect(trial.after(.requestWhenInUse).isEmpty, "\(why)")
  }

  @Test(
    arguments: [
      ("it is always", .always, nil, true), ("provisional is always", .provisional, nil, true),
      ("denied", .denied, nil, true), ("restricted", .always, .init(.restricted), true),
      ("services are off", .whenInUse, nil, false),
      ("a second time, after all that", .whenInUseForEver, nil, true),
    ]
      as [(
        why: String, decision: Decision, rule: AdministratorPolicy.Rule?, servicesEnabled: Bool
      )])
  func doesNothingAboutAlways(
    why: String, decision: Decision, rule: AdministratorPolicy.Rule?, servicesEnabled: Bool
  ) {
    var trial = Trial(decision, rule: rule, servicesEnabled: servicesEnabled)
    #expect(trial.after(.requestAlways).isEmpty, "\(why)")
  }

  // MARK: Implicit requests

  @Test func asksImplicitly() {
    var trial = Trial()
    #expect(
      trial.after(.requestImplicitly).questions.map(\.kind) == [.permission(forAlways: false)])
    #expect(trial.after(.requestWhenInUse).isEmpty, "that question serves both")
  }

  @Test func leavesItToTheSessionsThatTheApplicationHolds() {
    var trial = Trial(descriptions: .init(whenInUse: "x", requiresExplicitSession: true))
    #expect(trial.after(.requestImplicitly).isEmpty)
    #expect(trial.after(.requestWhenInUse).questions.count == 1)
  }

  // MARK: The question for Always

  @Test func changesToAlways() throws {
    var trial = Trial(.whenInUse)
    let question = try #require(trial.after(.requestAlways).questions.first)
    #expect(question.kind == .always(isProvisional: false) && question.text == "always")
    #expect(question.choices == [.keepOnlyWhileUsing, .changeToAlways])
    let effects = try trial.choose(.changeToAlways)
    #expect(effects.notified == [.authorizedAlways])
    #expect(effects.stored.map(\.answer) == [.authorizedAlways])
    #expect(effects.stored.first?.isProvisional == false)
  }

  /// Observers are notified that the question is over, but of no other status.
  @Test func keepsItWhileUsingForEver() throws {
    var trial = Trial(.whenInUse)
    trial.after(.requestAlways)
    let effects = try trial.choose(.keepOnlyWhileUsing)
    #expect(effects.stored == [.whenInUseForEver])
    #expect(Set(effects.notified) == [.authorizedWhenInUse])
    #expect(trial.after(.requestAlways).isEmpty)
    #expect(trial.after(.requestWhenInUse).isEmpty)
    #expect(trial.status == .authorizedWhenInUse)
  }

  @Test func asksNothingMoreOfWhoWasAllowedOnce() throws {
    var trial = Trial()
    trial.after(.requestWhenInUse)
    try trial.choose(.allowOnce)
    #expect(trial.after(.requestAlways).isEmpty)
  }

  @Test func asksAgainAfterAskNextTime() throws {
    var trial = Trial(.whenInUseForEver)
    var decision = Decision.whenInUseForEver
    decision.decide(.notDetermined)
    #expect(trial.settings(decision).notified == [.notDetermined])
    #expect(trial.after(.requestWhenInUse).questions.map(\.kind) == [.permission(forAlways: false)])
    #expect(try trial.choose(.allowWhileUsing).stored == [.whenInUse])
    #expect(trial.after(.requestAlways).questions.map(\.kind) == [.always(isProvisional: false)])
  }

  /// What the administrator grants is not stored as the person's decision.
  @Test func addsThePersonsAlwaysToTheAdministratorsRule() throws {
    var trial = Trial(rule: .init(.authorizedWhenInUse))
    trial.after(.requestAlways)
    let kept = try trial.choose(.keepOnlyWhileUsing).stored.first
    #expect(kept?.answer == .notDetermined && kept?.wasAskedForAlways == true)
    #expect(trial.status == .authorizedWhenInUse)
    #expect(trial.after(.requestAlways).isEmpty)
  }

  // MARK: Provisional Always

  @Test(
    arguments: [
      (
        "permanent, and nobody is notified of another status", .changeToAlways, .authorizedAlways,
        true
      ),
      ("from now on while using", .keepOnlyWhileUsing, .authorizedWhenInUse, false),
    ]
      as [(
        why: String, choice: Question.Choice, status: AuthorizationStatus,
        isAlways: Bool
      )])
  func asksForAlwaysWhenItFirstMatters(
    why: String, choice: Question.Choice, status: AuthorizationStatus, isAlways: Bool
  ) throws {
    var trial = Trial(.provisional, isInUse: false)
    let due = trial.after(.alwaysNeeded(request: 7))
    #expect(due.questions.isEmpty, "nobody is asked in the background")
    #expect(due.lines.first?.contains("gps authorize allow org.example.weather --always") == true)
    #expect(
      trial.after(.useChanged(isInUse: true)).questions.map(\.kind)
        == [.always(isProvisional: true)])
    let effects = try trial.choose(choice)
    #expect(trial.status == status && Set(effects.notified) == [status], "\(why)")
    #expect(effects.contains(.settle(request: 7, isAlways: isAlways)), "\(why)")
    #expect(effects.stored.first?.isProvisional == false, "\(why)")
    #expect(
      trial.after(.alwaysNeeded(request: 8)) == [.settle(request: 8, isAlways: isAlways)], "\(why)")
  }

  @Test func asksOnceForAllThatNeedsAlways() throws {
    var trial = Trial(.provisional)
    #expect(trial.after(.alwaysNeeded(request: 1)).questions.count == 1)
    #expect(trial.after(.alwaysNeeded(request: 2)).isEmpty)
    let effects = try trial.choose(.changeToAlways)
    #expect(effects.contains(.settle(request: 1, isAlways: true)))
    #expect(effects.contains(.settle(request: 2, isAlways: true)))
  }

  @Test(
    arguments: [
      ("it was asked for", .always, true), ("it is not always", .whenInUse, false),
      ("nobody has decided", nil, false),
    ] as [(why: String, decision: Decision?, isAlways: Bool)])
  func knowsAtOnceWhetherItIsAlways(why: String, decision: Decision?, isAlways: Bool) {
    var trial = Trial(decision, isInUse: false)
    #expect(
      trial.after(.alwaysNeeded(request: 1)) == [.settle(request: 1, isAlways: isAlways)],
      "\(why)")
  }

  /// A missing answer decides nothing: the question is asked again when Always is needed again.
  @Test func holdsBackWhatNeedsAlwaysWithoutAnAnswer() throws {
    var trial = Trial(.provisional)
    let question = try #require(trial.after(.alwaysNeeded(request: 1)).questions.first)
    let effects = trial.after(.ended(question: question.number, .unanswered))
    #expect(effects.contains(.settle(request: 1, isAlways: false)) && effects.stored.isEmpty)
    #expect(trial.after(.alwaysNeeded(request: 2)).questions.count == 1)
  }
}
