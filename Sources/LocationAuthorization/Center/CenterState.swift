// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the lock of ``AuthorizationCenter`` guards: the machine, its pending effects, and the callbacks that wait for
/// them.
struct CenterState: Sendable {
  private var machine: AuthorizationMachine
  private var effects: [AuthorizationEffect]
  private var processState: Foreground.ProcessState
  /// What the application has declared about being in use; `nil` if nothing.
  private var declaredUse: Bool?
  private var use: PresenceEntry?
  /// Whether what is to be published has changed since the thread last drained its work.
  private var isUseNew = false
  private var isStopped = false

  var observers: [@Sendable (Authorization) -> Void] = []
  /// The completions of requests, by the number that each has for the machine; they are released outside the lock, since
  /// objects that they hold may be released with them.
  var accuracyCompletions: [Int: @Sendable (TemporaryAccuracyError?) -> Void] = [:]
  var alwaysCompletions: [Int: @Sendable (Bool) -> Void] = [:]
  private var lastRequest = 0

  /// - Parameter complaints: lines for the log, about files that could not be read.
  init(
    _ machine: AuthorizationMachine, processState: Foreground.ProcessState, complaints: [String]
  ) {
    self.machine = machine
    self.processState = processState
    effects = complaints.map(AuthorizationEffect.log)
    effects += self.machine.start()
  }

  var authorization: Authorization { machine.authorization }

  // MARK: Events

  mutating func handle(_ event: AuthorizationEvent) { effects += machine.handle(event) }

  mutating func moved(to processState: Foreground.ProcessState) {
    self.processState = processState
    let isInUse = declaredUse ?? processState.isInUse
    if isInUse != authorization.isInUse { handle(.useChanged(isInUse: isInUse)) }
  }

  mutating func openSettings() {
    handle(.openSettings(hasDisplay: processState == .display))
  }

  mutating func declareUse(_ isInUse: Bool?) {
    declaredUse = isInUse
    moved(to: processState)
  }

  /// Takes what the location is used for; `nil` if it is not used.
  mutating func publishUse(_ new: PresenceEntry?) {
    isUseNew = true
    let since = use?.since
    use = new
    if let since { use?.since = since }
  }

  mutating func requestFullAccuracy(
    _ key: String, _ completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    lastRequest += 1
    accuracyCompletions[lastRequest] = completion
    handle(.requestTemporaryFullAccuracy(purposeKey: key, request: lastRequest))
  }

  mutating func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    lastRequest += 1
    alwaysCompletions[lastRequest] = settled
    handle(.alwaysNeeded(request: lastRequest))
  }

  mutating func stop() { isStopped = true }

  // MARK: For the thread

  var hasWork: Bool { !effects.isEmpty || isUseNew || isStopped }

  /// Returns the effects to perform, in order, what the location is used for, if it is, and whether it matters when the
  /// application enters or leaves the foreground.
  mutating func drain() -> (
    effects: [AuthorizationEffect], use: PresenceEntry?, watchesForeground: Bool, isStopped: Bool
  ) {
    defer { (effects, isUseNew) = ([], false) }
    let isInBackground = !authorization.isInUse
    use?.isInBackground = isInBackground
    let mayMove = declaredUse == nil && processState.mayChange
    let matters = machine.awaitsUse || (use != nil && authorization.status.isAuthorized)
    return (effects, use, mayMove && matters, isStopped)
  }
}
