// Core Location for Linux. SPDX-License-Identifier: MIT

/// The authorization of one application in one process: is given events, and adds the effects that follow from them.
///
/// It never blocks, and reads no clock, file or environment.
package struct AuthorizationMachine: Sendable {
  package typealias Effects = [Effect]

  let application: ApplicationIdentity
  let descriptions: UsageDescriptions
  var records: AuthorizationRecords
  var isInUse: Bool
  /// Whether it was allowed once, which lasts until it is no longer in use.
  var isTemporary = false
  var hasTemporaryFullAccuracy = false
  var isClaimingOnce = false
  /// Whether the person is asked about what they have decided before.
  var isReconsidering = false

  var shown: Question?
  /// Questions that cannot be shown yet, in order, each only once.
  var waiting: [Question.Kind] = []
  var questionCount = 0
  var accuracyRequests: [String: [Int]] = [:]
  var alwaysRequests: [Int] = []

  private var logged: Set<String> = []

  package init(
    application: ApplicationIdentity, descriptions: UsageDescriptions,
    records: AuthorizationRecords, isInUse: Bool
  ) {
    self.application = application
    self.descriptions = descriptions
    self.records = records
    self.isInUse = isInUse
  }

  package var authorization: Authorization {
    Authorization(
      status: status, isProvisional: isProvisional,
      accuracy: hasTemporaryFullAccuracy ? .full : records.accuracy,
      servicesEnabled: records.servicesEnabled, isInUse: isInUse, isBeingAsked: shown != nil)
  }

  var status: AuthorizationStatus {
    let kept = records.status
    return isTemporary && kept == .notDetermined ? .authorizedWhenInUse : kept
  }

  /// Whether the question about Always is still to come, although Always has been granted.
  var isProvisional: Bool {
    status == .authorizedAlways && records.decision?.isProvisional == true
  }

  /// Whether it matters when the application comes into or goes out of use.
  package var awaitsUse: Bool {
    shown != nil || !waiting.isEmpty || isTemporary || hasTemporaryFullAccuracy
      || records.decision?.answer == .once
  }

  /// Adds what is to be done at the start, before any event.
  package mutating func start(into effects: inout Effects) {
    if let obstacle = records.obstacle { log(obstacle, into: &effects) }
    claimOnceIfInUse(into: &effects)
  }

  package mutating func handle(_ event: Event, into all: inout Effects) {
    let before = authorization
    var effects: Effects = []
    switch event {
    case .requestWhenInUse: requestWhenInUse(into: &effects)
    case .requestImplicitly: requestImplicitly(into: &effects)
    case .requestAlways: requestAlways(into: &effects)
    case .openSettings(let hasDisplay): openSettings(hasDisplay: hasDisplay, into: &effects)
    case .requestTemporaryFullAccuracy(let key, let request):
      requestFullAccuracy(key, request, into: &effects)
    case .alwaysNeeded(let request): alwaysNeeded(request, into: &effects)
    case .ended(let number, let outcome): ended(number, outcome, into: &effects)
    case .recordsChanged(let records): recordsChanged(to: records, into: &effects)
    case .stored(let decision): records.decision = decision
    case .claimedOnce(let decision):
      records.decision = decision
      isClaimingOnce = false
      // It may have gone out of use meanwhile, which ends what was allowed once.
      isTemporary = isInUse
    case .missedOnce: isClaimingOnce = false
    case .useChanged(let isInUse): useChanged(to: isInUse, into: &effects)
    }
    dropWhatIsSettled(into: &effects)
    showNext(into: &effects)
    if authorization != before { effects.append(.notify(authorization)) }
    // The answers to requests follow the change that they report.
    all += effects.filter { !$0.isAnswer } + effects.filter(\.isAnswer)
  }

  // MARK: External changes

  private mutating func recordsChanged(to new: AuthorizationRecords, into effects: inout Effects) {
    // A change of the settings overrides what this process was allowed temporarily.
    if new.decision != records.decision {
      (isTemporary, isReconsidering) = (false, false)
      if new.decision?.accuracy != records.decision?.accuracy { hasTemporaryFullAccuracy = false }
    }
    let old = records
    records = new
    if let obstacle = new.obstacle, obstacle != old.obstacle {
      log(obstacle, always: true, into: &effects)
    }
    claimOnceIfInUse(into: &effects)
  }

  private mutating func useChanged(to isInUse: Bool, into effects: inout Effects) {
    self.isInUse = isInUse
    if isInUse { return claimOnceIfInUse(into: &effects) }
    isTemporary = false
    hasTemporaryFullAccuracy = false
    if let shown {
      // It will be asked again in the foreground.
      waiting.insert(shown.kind, at: 0)
      self.shown = nil
      effects.append(.withdraw)
    }
  }

  /// Claims a permission given once; the file decides which process gets it.
  private mutating func claimOnceIfInUse(into effects: inout Effects) {
    guard isInUse, !isClaimingOnce, records.obstacle == nil, records.status == .notDetermined,
      let decision = records.decision, decision.answer == .once
    else { return }
    isClaimingOnce = true
    var rest = decision
    rest.decide(.notDetermined)
    effects.append(.claimOnce(rest, replacing: decision))
  }

  /// Logs each line only once, since applications tend to repeat requests.
  mutating func log(_ line: String, always: Bool = false, into effects: inout Effects) {
    guard logged.insert(line).inserted || always else { return }
    effects.append(.log(line))
  }
}

// MARK: Vocabulary

extension AuthorizationMachine {
  package enum Event: Hashable, Sendable {
    case requestWhenInUse
    /// The application uses a function that requires permission, such as an iteration over updates, without a request.
    case requestImplicitly
    case requestAlways
    /// The application sends the person to its settings; the value is whether it has a display in place of a terminal.
    case openSettings(hasDisplay: Bool)
    /// The request's number is returned with the result.
    case requestTemporaryFullAccuracy(purposeKey: String, request: Int)
    case alwaysNeeded(request: Int)
    /// The question with this number has ended.
    case ended(question: Int, AuthorizationOutcome)
    /// The stored records changed, now or before ``Effect/store(_:replacing:)`` took effect.
    case recordsChanged(AuthorizationRecords)
    case stored(Decision)
    /// Once was removed from the file, which now contains this decision.
    case claimedOnce(Decision)
    case missedOnce
    case useChanged(isInUse: Bool)
  }

  /// An action that follows from an event.
  package enum Effect: Hashable, Sendable {
    /// Show this question; no other is shown.
    case ask(Question)
    case withdraw
    /// Store the decision, if the stored one is still the one to replace.
    case store(Decision, replacing: Decision?)
    /// Store the decision, from which Once has been removed, if the stored one is still the one to replace.
    case claimOnce(Decision, replacing: Decision)
    case notify(Authorization)
    /// Complete a request for temporary full accuracy; `nil` if it is granted.
    case complete(request: Int, TemporaryAccuracyError?)
    /// Answer whether an event that requires Always may be delivered.
    case settle(request: Int, isAlways: Bool)
    /// Open the page of the desktop's settings that has this address.
    case openSettings(String)
    /// Write a line for the user who runs the application; not escaped.
    case log(String)

    /// Whether it answers a request of the application.
    var isAnswer: Bool {
      switch self {
      case .complete, .settle: true
      default: false
      }
    }
  }
}
