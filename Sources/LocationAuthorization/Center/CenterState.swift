// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the lock of ``AuthorizationCenter`` guards: the machine, and the callbacks that wait for its effects.
struct CenterState: Sendable {
  /// What the center's queue has to do.
  struct Effects: Sendable {
    /// In order, before the rest.
    var ofMachine: AuthorizationMachine.Effects = []
    /// Whether what is to be published has changed.
    var isUseNew = false

    var isEmpty: Bool { ofMachine.isEmpty && !isUseNew }
  }

  private var machine: AuthorizationMachine
  private var processState: Foreground.ProcessState
  /// What the application has declared about being in use; `nil` if nothing.
  private var declaredUse: Bool?
  private var use: PresenceEntry?

  var observers: [@Sendable (Authorization) -> Void] = []
  /// The completions of requests, by the number that each has for the machine; they are released outside the lock, since
  /// objects that they hold may be released with them.
  var accuracyCompletions: [Int: @Sendable (TemporaryAccuracyError?) -> Void] = [:]
  var alwaysCompletions: [Int: @Sendable (Bool) -> Void] = [:]
  private var lastRequest = 0

  init(
    _ machine: AuthorizationMachine, processState: Foreground.ProcessState,
    into effects: inout Effects
  ) {
    self.machine = machine
    self.processState = processState
    self.machine.start(into: &effects.ofMachine)
  }

  var authorization: Authorization { machine.authorization }

  // MARK: Events

  mutating func handle(_ event: AuthorizationMachine.Event, into effects: inout Effects) {
    machine.handle(event, into: &effects.ofMachine)
  }

  mutating func moved(to processState: Foreground.ProcessState, into effects: inout Effects) {
    self.processState = processState
    let isInUse = declaredUse ?? processState.isInUse
    if isInUse != authorization.isInUse {
      handle(.useChanged(isInUse: isInUse), into: &effects)
    }
  }

  mutating func openSettings(into effects: inout Effects) {
    handle(.openSettings(hasDisplay: processState == .display), into: &effects)
  }

  mutating func declareUse(_ isInUse: Bool?, into effects: inout Effects) {
    declaredUse = isInUse
    moved(to: processState, into: &effects)
  }

  /// Takes what the location is used for; `nil` if it is not used.
  mutating func publishUse(_ new: PresenceEntry?, into effects: inout Effects) {
    effects.isUseNew = true
    let since = use?.since
    use = new
    if let since { use?.since = since }
  }

  mutating func requestFullAccuracy(
    _ key: String, _ completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void,
    into effects: inout Effects
  ) {
    lastRequest += 1
    accuracyCompletions[lastRequest] = completion
    handle(.requestTemporaryFullAccuracy(purposeKey: key, request: lastRequest), into: &effects)
  }

  mutating func alwaysNeeded(
    _ settled: @escaping @Sendable (Bool) -> Void, into effects: inout Effects
  ) {
    lastRequest += 1
    alwaysCompletions[lastRequest] = settled
    handle(.alwaysNeeded(request: lastRequest), into: &effects)
  }

  // MARK: For the queue

  /// What to publish that the location is used for; `nil` if it is not used.
  var publishedUse: PresenceEntry? {
    var entry = use
    entry?.isInBackground = !authorization.isInUse
    return entry
  }

  /// Whether it matters when the application enters or leaves the foreground.
  var watchesForeground: Bool {
    let mayMove = declaredUse == nil && processState.mayChange
    return mayMove && (machine.awaitsUse || use != nil && authorization.status.isAuthorized)
  }
}
