// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the application requests, and the questions that follow from it.

extension AuthorizationMachine {
  mutating func requestWhenInUse() {
    guard status == .notDetermined, mayAsk(missing: descriptions.keysMissingForWhenInUse) else {
      return
    }
    wantPermission(forAlways: false)
  }

  /// Requests permission implicitly, unless the application has declared that it uses explicit sessions for that.
  mutating func requestImplicitly() {
    guard descriptions.requiresExplicitSession != true else { return }
    requestWhenInUse()
  }

  mutating func requestAlways() {
    switch status {
    case .notDetermined:
      guard mayAsk(missing: descriptions.keysMissingForAlways) else { return }
      wantPermission(forAlways: true)
    case .authorizedWhenInUse:
      guard !isTemporary, records.decision?.wasAskedForAlways != true,
        mayAsk(missing: descriptions.keysMissingForAlways)
      else { return }
      wantAlways(isProvisional: false)
    case .restricted, .denied, .authorizedAlways: return
    }
  }

  mutating func requestFullAccuracy(_ key: String, _ request: Int) {
    if let error = reasonAgainstFullAccuracy(key) {
      return perform(.complete(request: request, error))
    }
    accuracyRequests[key, default: []].append(request)
    want(.temporaryFullAccuracy(purposeKey: key))
  }

  /// Holds an event that requires Always until that is decided.
  mutating func alwaysNeeded(_ request: Int) {
    guard isProvisional else {
      return perform(.settle(request: request, isAlways: status == .authorizedAlways))
    }
    guard Question.Kind.always(isProvisional: true).text(descriptions) != nil else {
      _ = mayAsk(missing: descriptions.keysMissingForAlways)
      return perform(.settle(request: request, isAlways: false))
    }
    alwaysRequests.append(request)
    wantAlways(isProvisional: true)
  }

  /// Returns why full accuracy is denied without a question; `nil` if the person has to be asked.
  private func reasonAgainstFullAccuracy(_ key: String) -> TemporaryAccuracyError? {
    if !status.isAuthorized { return .notAuthorized(status) }
    if authorization.accuracy == .full { return .alreadyFull }
    return descriptions.temporary?[key] == nil ? .unknownPurposeKey(key) : nil
  }

  // MARK: Questions

  /// Adds a single question for all requests made meanwhile, whatever their kind.
  mutating func wantPermission(forAlways: Bool) {
    guard shown?.kind.isPermission != true, !waiting.contains(where: \.isPermission) else {
      return
    }
    want(.permission(forAlways: forAlways))
  }

  private mutating func wantAlways(isProvisional: Bool) {
    guard shown?.kind.isAlways != true, !waiting.contains(where: \.isAlways) else { return }
    want(.always(isProvisional: isProvisional))
  }

  private mutating func want(_ kind: Question.Kind) {
    guard shown?.kind != kind, !waiting.contains(kind) else { return }
    waiting.append(kind)
    if !isInUse { logCommand(for: kind, "it is not in the foreground of a terminal") }
  }

  mutating func showNext() {
    guard shown == nil, isInUse, !isClaimingOnce, !waiting.isEmpty else { return }
    let kind = waiting.removeFirst()
    guard let text = kind.text(descriptions) else { return showNext() }
    questionCount += 1
    let question = Question(
      number: questionCount, kind: kind, application: application, text: text)
    shown = question
    perform(.ask(question))
  }

  /// Drops the questions whose answer has become known.
  mutating func dropWhatIsSettled() {
    if let shown, !isOpen(shown.kind) {
      self.shown = nil
      perform(.withdraw)
    }
    waiting = waiting.filter { isOpen($0) }
    for (key, requests) in accuracyRequests.sorted(by: { $0.key < $1.key })
    where !isOpen(.temporaryFullAccuracy(purposeKey: key)) {
      let error = hasTemporaryFullAccuracy ? nil : reasonAgainstFullAccuracy(key)
      completeAccuracy(key, requests, error)
    }
    if !isOpen(.always(isProvisional: true)) { settleAlways(status == .authorizedAlways) }
  }

  private func isOpen(_ kind: Question.Kind) -> Bool {
    switch kind {
    case .permission:
      (status == .notDetermined || isReconsidering && mayReconsider) && records.obstacle == nil
    case .always(isProvisional: true): isProvisional
    case .always(isProvisional: false):
      status == .authorizedWhenInUse && !isTemporary
        && records.decision?.wasAskedForAlways != true
    case .temporaryFullAccuracy(let key): reasonAgainstFullAccuracy(key) == nil
    }
  }

  mutating func completeAccuracy(
    _ key: String, _ requests: [Int]?, _ error: TemporaryAccuracyError?
  ) {
    accuracyRequests[key] = nil
    for request in requests ?? [] { perform(.complete(request: request, error)) }
  }

  mutating func settleAlways(_ isAlways: Bool) {
    for request in alwaysRequests { perform(.settle(request: request, isAlways: isAlways)) }
    alwaysRequests = []
  }

  // MARK: Lines for the log

  mutating func mayAsk(missing keys: [String]) -> Bool {
    if let obstacle = records.obstacle {
      log(obstacle)
      return false
    }
    guard keys.isEmpty else {
      let (verb, object) = keys.count == 1 ? ("is", "it") : ("are", "them")
      log(
        "cannot ask whether \(application.identifier) may use the location: "
          + "\(keys.joined(separator: " and ")) \(verb) missing; add \(object) to its Info.plist, or write "
          + "\(UsageDescriptions.declaration(of: keys)) before its first manager")
      return false
    }
    return true
  }

  mutating func logCommand(for kind: Question.Kind, _ reason: String) {
    let name = application.identifier.quoted
    let command =
      switch kind {
      case .permission(forAlways: false): "allow \(name)"
      case .permission(forAlways: true), .always: "allow \(name) --always"
      case .temporaryFullAccuracy: "precise \(name) on"
      }
    log(
      "cannot ask whether \(application.identifier) may use the location: \(reason); "
        + "run \"gps authorize \(command)\" to allow it")
  }
}
