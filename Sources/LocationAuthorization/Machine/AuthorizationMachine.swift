// Core Location for Linux. SPDX-License-Identifier: MIT

/// The authorization of one application in one process: takes events, and returns actions.
///
/// It never blocks, and reads no clock, file or environment.
package struct AuthorizationMachine: Sendable {
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

  private var effects: [AuthorizationEffect] = []
  /// The answers to requests, which follow the change that they report.
  private var answers: [AuthorizationEffect] = []
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

  /// Returns the actions to perform at the start, before any event.
  package mutating func start() -> [AuthorizationEffect] {
    if let obstacle = records.obstacle { log(obstacle) }
    claimOnceIfInUse()
    return drainEffects()
  }

  package mutating func handle(_ event: AuthorizationEvent) -> [AuthorizationEffect] {
    let before = authorization
    switch event {
    case .requestWhenInUse: requestWhenInUse()
    case .requestImplicitly: requestImplicitly()
    case .requestAlways: requestAlways()
    case .openSettings(let hasDisplay): openSettings(hasDisplay: hasDisplay)
    case .requestTemporaryFullAccuracy(let key, let request): requestFullAccuracy(key, request)
    case .alwaysNeeded(let request): alwaysNeeded(request)
    case .ended(let number, let outcome): ended(number, outcome)
    case .recordsChanged(let records): recordsChanged(to: records)
    case .stored(let decision): records.decision = decision
    case .claimedOnce(let decision):
      records.decision = decision
      isClaimingOnce = false
      // It may have gone out of use meanwhile, which ends what was allowed once.
      isTemporary = isInUse
    case .missedOnce: isClaimingOnce = false
    case .useChanged(let isInUse): useChanged(to: isInUse)
    }
    dropWhatIsSettled()
    showNext()
    if authorization != before { effects.append(.notify(authorization)) }
    return drainEffects()
  }

  // MARK: External changes

  private mutating func recordsChanged(to new: AuthorizationRecords) {
    // A change of the settings overrides what this process was allowed temporarily.
    if new.decision != records.decision {
      (isTemporary, isReconsidering) = (false, false)
      if new.decision?.accuracy != records.decision?.accuracy { hasTemporaryFullAccuracy = false }
    }
    let old = records
    records = new
    if let obstacle = new.obstacle, obstacle != old.obstacle { log(obstacle, always: true) }
    claimOnceIfInUse()
  }

  private mutating func useChanged(to isInUse: Bool) {
    self.isInUse = isInUse
    if isInUse { return claimOnceIfInUse() }
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
  private mutating func claimOnceIfInUse() {
    guard isInUse, !isClaimingOnce, records.obstacle == nil, records.status == .notDetermined,
      let decision = records.decision, decision.answer == .once
    else { return }
    isClaimingOnce = true
    var rest = decision
    rest.decide(.notDetermined)
    effects.append(.claimOnce(rest, replacing: decision))
  }

  // MARK: Effects

  mutating func perform(_ effect: AuthorizationEffect) {
    switch effect {
    case .complete, .settle: answers.append(effect)
    default: effects.append(effect)
    }
  }

  /// Logs each line only once, since applications tend to repeat requests.
  mutating func log(_ line: String, always: Bool = false) {
    guard logged.insert(line).inserted || always else { return }
    effects.append(.log(line))
  }

  private mutating func drainEffects() -> [AuthorizationEffect] {
    defer { (effects, answers) = ([], []) }
    return effects + answers
  }
}
