// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

/// A machine and the effects it has asked for; decisions are stored at once, as the center does.
struct Trial {
  private(set) var machine: AuthorizationMachine
  private(set) var effects: [AuthorizationMachine.Effect] = []

  static let weather = ApplicationIdentity(identifier: "org.example.weather", name: "Weather")
  static let texts = UsageDescriptions(
    whenInUse: "in use", alwaysAndWhenInUse: "always", temporary: ["route": "exactly"])

  init(
    _ decision: Decision? = nil, rule: AdministratorPolicy.Rule? = nil, isInUse: Bool = true,
    descriptions: UsageDescriptions = texts, servicesEnabled: Bool = true, obstacle: String? = nil
  ) {
    machine = AuthorizationMachine(
      application: Self.weather, descriptions: descriptions,
      records: AuthorizationRecords(
        decision: decision, servicesEnabled: servicesEnabled, rule: rule, obstacle: obstacle),
      isInUse: isInUse)
    machine.start(into: &effects)
  }

  /// Handles an event; returns its effects.
  @discardableResult
  mutating func after(_ event: AuthorizationMachine.Event) -> [AuthorizationMachine.Effect] {
    var new: [AuthorizationMachine.Effect] = []
    machine.handle(event, into: &new)
    effects += new
    return new
  }

  /// Answers the question that is shown.
  @discardableResult
  mutating func choose(_ choice: Question.Choice) throws -> [AuthorizationMachine.Effect] {
    let question = try #require(effects.questions.last)
    #expect(question.choices.contains(choice))
    return after(.ended(question: question.number, .chosen(choice)))
  }

  /// Handles a decision that another process has stored.
  @discardableResult
  mutating func settings(_ decision: Decision?) -> [AuthorizationMachine.Effect] {
    after(.recordsChanged(AuthorizationRecords(decision: decision)))
  }

  var status: AuthorizationStatus { machine.authorization.status }
}

extension [AuthorizationMachine.Effect] {
  var questions: [Question] {
    compactMap { if case .ask(let question) = $0 { question } else { nil } }
  }

  /// The decisions to be stored.
  var stored: [Decision] {
    compactMap { if case .store(let decision, _) = $0 { decision } else { nil } }
  }

  /// The statuses that observers are notified of.
  var notified: [AuthorizationStatus] {
    compactMap { if case .notify(let authorization) = $0 { authorization.status } else { nil } }
  }

  var lines: [String] {
    compactMap { if case .log(let line) = $0 { line } else { nil } }
  }
}

extension Decision {
  static let whenInUse = Decision(.authorizedWhenInUse)
  static let always = Decision(.authorizedAlways)
  static let denied = Decision(.denied)

  static var provisional: Decision {
    var decision = always
    decision.isProvisional = true
    return decision
  }

  static var whenInUseForEver: Decision {
    var decision = whenInUse
    decision.wasAskedForAlways = true
    return decision
  }
}
