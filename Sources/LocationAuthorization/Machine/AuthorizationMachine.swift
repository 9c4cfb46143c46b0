// Core Location for Linux. SPDX-License-Identifier: MIT

/// One application's authorization in one process: what happens goes in, what is to be done comes out.
///
/// It waits for nothing, and reads no clock, file or environment.
package struct AuthorizationMachine: Sendable {
  let application: ApplicationIdentity
  let descriptions: UsageDescriptions
  var records: AuthorizationRecords
  var isInUse: Bool
  /// Whether it was allowed once: until it is no longer in use.
  var isTemporary = false
  var hasTemporaryFullAccuracy = false
  var isClaimingOnce = false

  /// The question that is shown.
  var shown: Question?
  /// Questions for which it is not the time, in order, each once.
  var waiting: [Question.Kind] = []
  var questionCount = 0
  /// Who waits for full accuracy, by purpose key.
  var accuracyRequests: [String: [Int]] = [:]
  /// Who waits for Always.
  var alwaysRequests: [Int] = []

  private var effects: [AuthorizationEffect] = []
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

  /// How the application stands now.
  package var authorization: Authorization {
    Authorization(
      status: status,
      accuracy: hasTemporaryFullAccuracy ? .full : records.accuracy,
      servicesEnabled: records.servicesEnabled, isInUse: isInUse, isBeingAsked: shown != nil)
  }

  var status: AuthorizationStatus {
    let kept = records.status
    return isTemporary && kept == .notDetermined ? .authorizedWhenInUse : kept
  }

  /// Whether it matters when the application comes into use, or is no longer.
  package var awaitsUse: Bool {
    shown != nil || !waiting.isEmpty || isTemporary || hasTemporaryFullAccuracy
      || records.decision?.answer == .once
  }

  /// What is to be done at the start, when nothing has happened yet.
  package mutating func start() -> [AuthorizationEffect] {
    if let obstacle = records.obstacle { log(obstacle) }
    claimOnceIfInUse()
    return drainEffects()
  }

  /// What is to be done about an event, in order.
  package mutating func handle(_ event: AuthorizationEvent) -> [AuthorizationEffect] {
    let before = authorization
    switch event {
    case .requestWhenInUse: requestWhenInUse()
    case .requestImplicitly: requestImplicitly()
    case .requestAlways: requestAlways()
    case .requestTemporaryFullAccuracy(let key, let request): requestFullAccuracy(key, request)
    case .alwaysNeeded(let request): alwaysNeeded(request)
    case .ended(let number, let outcome): ended(number, outcome)
    case .recordsChanged(let records): recordsChanged(to: records)
    case .stored(let decision): records.decision = decision
    case .claimedOnce(let decision):
      records.decision = decision
      isClaimingOnce = false
      // It may have gone meanwhile: then what was allowed once has ended.
      isTemporary = isInUse
    case .missedOnce: isClaimingOnce = false
    case .useChanged(let isInUse): useChanged(to: isInUse)
    }
    dropWhatIsSettled()
    showNext()
    if authorization != before { effects.append(.notify(authorization)) }
    return drainEffects()
  }

  // MARK: What changes from outside

  private mutating func recordsChanged(to new: AuthorizationRecords) {
    // The settings win over what this process was allowed for itself.
    if new.decision != records.decision {
      isTemporary = false
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
      // It is asked again in the foreground.
      waiting.insert(shown.kind, at: 0)
      self.shown = nil
      effects.append(.withdraw)
    }
  }

  /// Only one process may have it: the file decides which.
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

  mutating func perform(_ effect: AuthorizationEffect) { effects.append(effect) }

  /// Each line once, as applications like to ask again and again.
  mutating func log(_ line: String, always: Bool = false) {
    guard logged.insert(line).inserted || always else { return }
    effects.append(.log(line))
  }

  private mutating func drainEffects() -> [AuthorizationEffect] {
    defer { effects = [] }
    return effects
  }
}
