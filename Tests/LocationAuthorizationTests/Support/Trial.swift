// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import Testing

/// A machine and what it wanted done; decisions are kept at once, as the center does it.
struct Trial {
  private(set) var machine: AuthorizationMachine
  private(set) var effects: [AuthorizationEffect]

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
    effects = machine.start()
  }

  /// Lets something happen; returns what is to be done about it.
  @discardableResult
  mutating func after(_ event: AuthorizationEvent) -> [AuthorizationEffect] {
    let new = machine.handle(event)
    effects += new
    return new
  }

  /// Answers the question that is shown.
  @discardableResult
  mutating func choose(_ choice: Question.Choice) throws -> [AuthorizationEffect] {
    let question = try #require(effects.questions.last)
    #expect(question.choices.contains(choice))
    return after(.ended(question: question.number, .chosen(choice)))
  }

  /// Somebody else keeps another decision.
  @discardableResult
  mutating func settings(_ decision: Decision?) -> [AuthorizationEffect] {
    after(.recordsChanged(AuthorizationRecords(decision: decision)))
  }

  var status: AuthorizationStatus { machine.authorization.status }
}

extension [AuthorizationEffect] {
  var questions: [Question] {
    compactMap { if case .ask(let question) = $0 { question } else { nil } }
  }

  /// What is to be kept.
  var stored: [Decision] {
    compactMap { if case .store(let decision, _) = $0 { decision } else { nil } }
  }

  /// The statuses of which observers are notified.
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
