// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

/// When questions are asked, and when they have no effect.
@Suite struct AuthorizationMachineQuestionTests {
  // MARK: One at a time

  @Test(
    arguments: [
      ("twice the same", .requestWhenInUse, .requestWhenInUse, .authorizedWhenInUse),
      (
        "the question was for the time in use", .requestWhenInUse, .requestAlways,
        .authorizedWhenInUse
      ),
      ("the question was for Always", .requestAlways, .requestWhenInUse, .authorizedAlways),
    ]
      as [(
        why: String, first: AuthorizationMachine.Event, second: AuthorizationMachine.Event,
        status: AuthorizationStatus
      )])
  func givesTheSecondTheAnswerOfTheFirst(
    why: String, first: AuthorizationMachine.Event, second: AuthorizationMachine.Event,
    status: AuthorizationStatus
  ) throws {
    var trial = Trial()
    trial.after(first)
    #expect(trial.after(second).isEmpty)
    let effects = try trial.choose(.allowWhileUsing)
    #expect(trial.status == status, "\(why)")
    #expect(effects.questions.isEmpty, "\(why)")
  }

  @Test func asksOneAfterTheOther() throws {
    var trial = Trial(.init(.authorizedWhenInUse, accuracy: .reduced))
    #expect(trial.after(.requestAlways).questions.map(\.kind) == [.always(isProvisional: false)])
    #expect(
      trial.after(.requestTemporaryFullAccuracy(purposeKey: "route", request: 1)).questions.isEmpty)
    #expect(
      try trial.choose(.keepOnlyWhileUsing).questions.map(\.kind)
        == [.temporaryFullAccuracy(purposeKey: "route")])
  }

  @Test(arguments: [AuthorizationOutcome.unanswered, .unavailable])
  func staysUndeterminedWithoutAnAnswer(outcome: AuthorizationOutcome) throws {
    var trial = Trial()
    let question = try #require(trial.after(.requestWhenInUse).questions.first)
    let effects = trial.after(.ended(question: question.number, outcome))
    #expect(trial.status == .notDetermined && effects.stored.isEmpty)
    #expect(
      effects.lines.contains { $0.contains("gps authorize allow org.example.weather\"") }
        == (outcome == .unavailable))
    #expect(trial.after(.requestWhenInUse).questions.count == 1, "it may ask again")
  }

  @Test func hearsNoAnswerToAnOldQuestion() throws {
    var trial = Trial()
    let question = try #require(trial.after(.requestWhenInUse).questions.first)
    trial.settings(.denied)
    trial.settings(Decision())
    #expect(trial.after(.ended(question: question.number, .chosen(.allowWhileUsing))).isEmpty)
    #expect(trial.status == .notDetermined)
  }

  /// The asker may return an answer that the question does not offer.
  @Test func hearsNoAnswerThatIsNoChoice() throws {
    var trial = Trial()
    let question = try #require(trial.after(.requestWhenInUse).questions.first)
    let effects = trial.after(.ended(question: question.number, .chosen(.changeToAlways)))
    #expect(effects.stored.isEmpty && trial.status == .notDetermined)
  }

  // MARK: In the foreground

  @Test func asksOnlyInTheForeground() throws {
    var trial = Trial(isInUse: false)
    let effects = trial.after(.requestWhenInUse)
    #expect(effects.questions.isEmpty && trial.machine.awaitsUse)
    #expect(
      effects.lines == [
        "cannot ask whether org.example.weather may use the location: it is not in the foreground of a "
          + "terminal; run \"gps authorize allow org.example.weather\" to allow it"
      ])
    #expect(trial.after(.useChanged(isInUse: true)).questions.count == 1)
    try trial.choose(.allowWhileUsing)
    #expect(!trial.machine.awaitsUse)
  }

  @Test func takesTheQuestionAwayWhenItLeavesTheForeground() throws {
    var trial = Trial()
    trial.after(.requestAlways)
    let away = trial.after(.useChanged(isInUse: false))
    #expect(away.contains(.withdraw) && !trial.machine.authorization.isBeingAsked)
    #expect(trial.after(.useChanged(isInUse: true)).questions.count == 1)
    try trial.choose(.allowWhileUsing)
    #expect(trial.status == .authorizedAlways, "it is still the question for Always")
  }

  // MARK: Allowed once

  @Test func endsOnceWhenNoLongerInUse() throws {
    var trial = Trial()
    trial.after(.requestWhenInUse)
    try trial.choose(.allowOnce)
    #expect(trial.after(.useChanged(isInUse: false)).notified == [.notDetermined])
    #expect(trial.after(.useChanged(isInUse: true)).notified == [.notDetermined])
    #expect(trial.after(.requestWhenInUse).questions.count == 1)
  }

  @Test func takesOnceFromTheSettings() {
    var trial = Trial(.init(.once, accuracy: .reduced))
    let rest = Decision(.notDetermined, accuracy: .reduced)
    #expect(trial.effects == [.claimOnce(rest, replacing: .init(.once, accuracy: .reduced))])
    #expect(trial.status == .notDetermined, "another process may be faster")
    #expect(trial.after(.requestWhenInUse).isEmpty, "it may be answered in a moment")
    let effects = trial.after(.claimedOnce(rest))
    #expect(effects.notified == [.authorizedWhenInUse] && effects.questions.isEmpty)
    #expect(trial.machine.authorization.accuracy == .reduced)
  }

  @Test func leavesOnceToAProcessThatIsInUse() {
    var trial = Trial(Decision(.once), isInUse: false)
    #expect(trial.effects.isEmpty && trial.machine.awaitsUse)
    #expect(
      trial.after(.useChanged(isInUse: true)).first
        == .claimOnce(Decision(), replacing: Decision(.once)))
  }

  @Test func asksWhenAnotherProcessTookOnce() {
    var trial = Trial(Decision(.once))
    trial.after(.requestWhenInUse)
    trial.after(.missedOnce)
    trial.settings(Decision())
    #expect(trial.status == .notDetermined && trial.effects.questions.count == 1)
  }

  // MARK: The settings win

  @Test(
    arguments: [
      ("denied", .denied, .denied), ("allowed", .whenInUse, .authorizedWhenInUse),
      ("always", .always, .authorizedAlways),
    ] as [(why: String, decision: Decision, status: AuthorizationStatus)])
  func takesTheQuestionAwayWhenItIsDecided(
    why: String, decision: Decision, status: AuthorizationStatus
  ) {
    var trial = Trial()
    trial.after(.requestWhenInUse)
    let effects = trial.settings(decision)
    #expect(effects.contains(.withdraw) && effects.notified == [status], "\(why)")
    #expect(effects.stored.isEmpty && trial.status == status, "\(why)")
  }

  @Test(
    arguments: [
      ("never", Decision.denied, .denied), ("ask next time", Decision(), .notDetermined),
      ("always", .always, .authorizedAlways),
    ] as [(why: String, decision: Decision, status: AuthorizationStatus)])
  func endsOnceWhenTheSettingsSaySo(
    why: String, decision: Decision, status: AuthorizationStatus
  ) throws {
    var trial = Trial()
    trial.after(.requestWhenInUse)
    try trial.choose(.allowOnce)
    #expect(trial.settings(decision).notified == [status], "\(why)")
  }

  @Test func deniesEverythingWhenServicesAreSwitchedOff() throws {
    var trial = Trial(.always)
    let off = AuthorizationRecords(decision: .always, servicesEnabled: false)
    #expect(trial.after(.recordsChanged(off)).notified == [.denied])
    #expect(!trial.machine.authorization.servicesEnabled)
    #expect(
      trial.after(.recordsChanged(AuthorizationRecords(decision: .always))).notified
        == [.authorizedAlways])
  }

  @Test func authorizesNothingByADamagedFile() {
    let damage = "cannot read it: it is damaged; repair it"
    var trial = Trial(.whenInUse)
    let effects = trial.after(.recordsChanged(AuthorizationRecords(obstacle: damage)))
    #expect(effects.notified == [.notDetermined] && effects.lines == [damage])
    #expect(trial.after(.requestWhenInUse).questions.isEmpty, "the answer could not be kept")
    #expect(Trial(obstacle: damage).effects.lines == [damage])
  }

  // MARK: Usage descriptions

  @Test(
    arguments: [
      ("none", .requestWhenInUse, .init(), ["NSLocationWhenInUseUsageDescription is"]),
      (
        "none", .requestAlways, .init(),
        [
          "NSLocationWhenInUseUsageDescription and NSLocationAlwaysAndWhenInUseUsageDescription are"
        ]
      ),
      (
        "both are needed", .requestAlways, .init(whenInUse: "x"),
        ["NSLocationAlwaysAndWhenInUseUsageDescription is"]
      ),
      (
        "both are needed", .requestAlways, .init(alwaysAndWhenInUse: "x"),
        ["NSLocationWhenInUseUsageDescription is"]
      ),
      (
        "the older one is for Always", .requestWhenInUse, .init(always: "x"),
        ["InUseUsageDescription is"]
      ),
      ("the older one alone", .requestAlways, .init(always: "x"), []),
      ("enough", .requestWhenInUse, .init(whenInUse: "x"), []),
      ("enough", .requestAlways, .init(whenInUse: "x", alwaysAndWhenInUse: "y"), []),
    ]
      as [(
        why: String, request: AuthorizationMachine.Event, texts: UsageDescriptions,
        complaints: [String]
      )])
  func asksNothingWithoutAReason(
    why: String, request: AuthorizationMachine.Event, texts: UsageDescriptions, complaints: [String]
  ) {
    var trial = Trial(descriptions: texts)
    let effects = trial.after(request)
    #expect(effects.questions.map(\.text) == (complaints.isEmpty ? ["x"] : []), "\(why)")
    #expect(effects.lines.count == complaints.count, "\(why)")
    for complaint in complaints {
      #expect(effects.lines[0].contains("\(complaint) missing; add"), "\(why)")
      #expect(effects.lines[0].contains(".setUsageDescriptions(.init(whenInUse: \""), "\(why)")
      #expect(
        effects.lines[0].contains("alwaysAndWhenInUse: \"") == complaint.contains("AlwaysAnd"),
        "\(why)")
    }
    #expect(trial.after(request).lines.isEmpty, "it is said once")
  }

  @Test func needsTheTextsForTheQuestionForAlways() {
    var trial = Trial(.whenInUse, descriptions: .init(whenInUse: "x"))
    let effects = trial.after(.requestAlways)
    #expect(effects.questions.isEmpty)
    #expect(effects.lines.first?.contains("AlwaysAndWhenInUseUsageDescription is missing") == true)
  }

  // MARK: Full accuracy for a while

  private static let request = AuthorizationMachine.Event.requestTemporaryFullAccuracy(
    purposeKey: "route", request: 3)
  private static let coarse = Decision(.authorizedWhenInUse, accuracy: .reduced)

  @Test(
    arguments: [
      ("full already", .whenInUse, "route", .alreadyFull),
      ("no such text", coarse, "rout", .unknownPurposeKey("rout")),
      ("may know nothing", nil, "route", .notAuthorized(.notDetermined)),
    ] as [(why: String, decision: Decision?, key: String, error: TemporaryAccuracyError)])
  func refusesFullAccuracy(
    why: String, decision: Decision?, key: String, error: TemporaryAccuracyError
  ) {
    var trial = Trial(decision)
    #expect(
      trial.after(.requestTemporaryFullAccuracy(purposeKey: key, request: 3))
        == [.complete(request: 3, error)], "\(why)")
  }

  @Test func givesFullAccuracyUntilNoLongerInUse() throws {
    var trial = Trial(Self.coarse)
    let question = try #require(trial.after(Self.request).questions.first)
    #expect(question.text == "exactly" && question.choices == [.allowOnce, .dontAllow])
    let effects = try trial.choose(.allowOnce)
    #expect(effects.last == .complete(request: 3, nil) && effects.stored.isEmpty)
    #expect(effects.notified == [.authorizedWhenInUse], "before its completion is called")
    #expect(trial.machine.authorization.accuracy == .full && trial.machine.awaitsUse)
    #expect(trial.after(Self.request) == [.complete(request: 3, .alreadyFull)])
    trial.after(.useChanged(isInUse: false))
    #expect(trial.machine.authorization.accuracy == .reduced)
  }

  @Test func staysReducedWhenThePersonSaysNo() throws {
    var trial = Trial(Self.coarse)
    trial.after(Self.request)
    #expect(try trial.choose(.dontAllow).contains(.complete(request: 3, .declined)))
    #expect(trial.machine.authorization.accuracy == .reduced)
  }

  @Test func endsTheRequestWhenTheSettingsDecideIt() {
    var trial = Trial(Self.coarse)
    trial.after(Self.request)
    let effects = trial.settings(.whenInUse)
    #expect(effects.contains(.withdraw) && effects.contains(.complete(request: 3, .alreadyFull)))
  }
}
