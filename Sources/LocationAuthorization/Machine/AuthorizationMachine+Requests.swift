// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the application requests, the questions that follow from it, and where one that was refused sends the person.

import LinuxSystem

extension AuthorizationMachine {
  mutating func requestWhenInUse(into effects: inout Effects) {
    guard status == .notDetermined,
      mayAsk(missing: descriptions.keysMissingForWhenInUse, into: &effects)
    else {
      return
    }
    wantPermission(forAlways: false, into: &effects)
  }

  /// Requests permission implicitly, unless the application has declared that it uses explicit sessions for that.
  mutating func requestImplicitly(into effects: inout Effects) {
    guard descriptions.requiresExplicitSession != true else { return }
    requestWhenInUse(into: &effects)
  }

  mutating func requestAlways(into effects: inout Effects) {
    switch status {
    case .notDetermined:
      guard mayAsk(missing: descriptions.keysMissingForAlways, into: &effects) else { return }
      wantPermission(forAlways: true, into: &effects)
    case .authorizedWhenInUse:
      guard !isTemporary, records.decision?.wasAskedForAlways != true,
        mayAsk(missing: descriptions.keysMissingForAlways, into: &effects)
      else { return }
      wantAlways(isProvisional: false, into: &effects)
    case .restricted, .denied, .authorizedAlways: return
    }
  }

  mutating func requestFullAccuracy(_ key: String, _ request: Int, into effects: inout Effects) {
    if let error = reasonAgainstFullAccuracy(key) {
      return effects.append(.complete(request: request, error))
    }
    accuracyRequests[key, default: []].append(request)
    want(.temporaryFullAccuracy(purposeKey: key), into: &effects)
  }

  /// Holds an event that requires Always until that is decided.
  mutating func alwaysNeeded(_ request: Int, into effects: inout Effects) {
    guard isProvisional else {
      return effects.append(.settle(request: request, isAlways: status == .authorizedAlways))
    }
    guard Question.Kind.always(isProvisional: true).text(descriptions) != nil else {
      _ = mayAsk(missing: descriptions.keysMissingForAlways, into: &effects)
      return effects.append(.settle(request: request, isAlways: false))
    }
    alwaysRequests.append(request)
    wantAlways(isProvisional: true, into: &effects)
  }

  /// Returns why full accuracy is denied without a question; `nil` if the person has to be asked.
  private func reasonAgainstFullAccuracy(_ key: String) -> TemporaryAccuracyError? {
    if !status.isAuthorized { return .notAuthorized(status) }
    if authorization.accuracy == .full { return .alreadyFull }
    return descriptions.temporary?[key] == nil ? .unknownPurposeKey(key) : nil
  }

  // MARK: Questions

  /// Adds a single question for all requests made meanwhile, whatever their kind.
  mutating func wantPermission(forAlways: Bool, into effects: inout Effects) {
    guard shown?.kind.isPermission != true, !waiting.contains(where: \.isPermission) else {
      return
    }
    want(.permission(forAlways: forAlways), into: &effects)
  }

  private mutating func wantAlways(isProvisional: Bool, into effects: inout Effects) {
    guard shown?.kind.isAlways != true, !waiting.contains(where: \.isAlways) else { return }
    want(.always(isProvisional: isProvisional), into: &effects)
  }

  private mutating func want(_ kind: Question.Kind, into effects: inout Effects) {
    guard shown?.kind != kind, !waiting.contains(kind) else { return }
    waiting.append(kind)
    if !isInUse {
      logCommand(for: kind, "it is not in the foreground of a terminal", into: &effects)
    }
  }

  mutating func showNext(into effects: inout Effects) {
    guard shown == nil, isInUse, !isClaimingOnce, !waiting.isEmpty else { return }
    let kind = waiting.removeFirst()
    guard let text = kind.text(descriptions) else { return showNext(into: &effects) }
    questionCount += 1
    let question = Question(
      number: questionCount, kind: kind, application: application, text: text)
    shown = question
    effects.append(.ask(question))
  }

  /// Drops the questions whose answer has become known.
  mutating func dropWhatIsSettled(into effects: inout Effects) {
    if let shown, !isOpen(shown.kind) {
      self.shown = nil
      effects.append(.withdraw)
    }
    waiting = waiting.filter { isOpen($0) }
    for (key, requests) in accuracyRequests.sorted(by: { $0.key < $1.key })
    where !isOpen(.temporaryFullAccuracy(purposeKey: key)) {
      let error = hasTemporaryFullAccuracy ? nil : reasonAgainstFullAccuracy(key)
      completeAccuracy(key, requests, error, into: &effects)
    }
    if !isOpen(.always(isProvisional: true)) {
      settleAlways(status == .authorizedAlways, into: &effects)
    }
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
    _ key: String, _ requests: [Int]?, _ error: TemporaryAccuracyError?, into effects: inout Effects
  ) {
    accuracyRequests[key] = nil
    for request in requests ?? [] { effects.append(.complete(request: request, error)) }
  }

  mutating func settleAlways(_ isAlways: Bool, into effects: inout Effects) {
    for request in alwaysRequests { effects.append(.settle(request: request, isAlways: isAlways)) }
    alwaysRequests = []
  }

  // MARK: Lines for the log

  mutating func mayAsk(missing keys: [String], into effects: inout Effects) -> Bool {
    if let obstacle = records.obstacle {
      log(obstacle, into: &effects)
      return false
    }
    guard keys.isEmpty else {
      let (verb, object) = keys.count == 1 ? ("is", "it") : ("are", "them")
      log(
        "cannot ask whether \(application.identifier) may use the location: "
          + "\(keys.joined(separator: " and ")) \(verb) missing; add \(object) to its Info.plist, or write "
          + "\(UsageDescriptions.declaration(of: keys)) before its first manager", into: &effects)
      return false
    }
    return true
  }

  mutating func logCommand(for kind: Question.Kind, _ reason: String, into effects: inout Effects) {
    let name = application.identifier.quoted
    let command =
      switch kind {
      case .permission(forAlways: false): "allow \(name)"
      case .permission(forAlways: true), .always: "allow \(name) --always"
      case .temporaryFullAccuracy: "precise \(name) on"
      }
    log(
      "cannot ask whether \(application.identifier) may use the location: \(reason); "
        + "run \"gps authorize \(command)\" to allow it", into: &effects)
  }
}

extension AuthorizationMachine {
  /// Lets the person decide again: by a page on a desktop, by the question at a terminal.
  ///
  /// A line names the command in any case. What was decided holds until there is another answer.
  mutating func openSettings(hasDisplay: Bool, into effects: inout Effects) {
    log(
      "to decide whether \(application.identifier) may use the location, run \"gps authorize page "
        + "\(application.identifier.quoted)\"", always: true, into: &effects)
    if hasDisplay { return effects.append(.openSettings(application.identifier.settingsAddress)) }
    guard isInUse else { return }
    if status == .notDetermined { return requestWhenInUse(into: &effects) }
    guard mayReconsider, mayAsk(missing: descriptions.keysMissingForWhenInUse, into: &effects)
    else { return }
    isReconsidering = true
    wantPermission(forAlways: status == .authorizedAlways, into: &effects)
  }

  /// Whether the decision is the person's to change.
  var mayReconsider: Bool {
    records.servicesEnabled && records.rule?.status != .restricted
      && ![nil, .notDetermined, .once].contains(records.decision?.answer)
  }
}

extension ApplicationIdentifier {
  /// The scheme of addresses of settings, as on iOS.
  package static let settingsScheme = "app-settings:"

  /// The address of the application's settings: `app-settings:org.example.weather`.
  ///
  /// Bytes that other programs could misunderstand are written as `%20`.
  package var settingsAddress: String {
    Self.settingsScheme
      + bytes.map { byte in
        byte.isOfIdentifiers || byte == UInt8(ascii: "/")
          ? String(UnicodeScalar(byte)) : FileName.escape(byte)
      }.joined()
  }

  package init?(settingsAddress: String) {
    guard settingsAddress.hasPrefix(Self.settingsScheme) else { return nil }
    let rest = settingsAddress.dropFirst(Self.settingsScheme.count)
    self.init(escaped: String(rest))
  }
}
