// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How the person's answers take effect.

extension AuthorizationMachine {
  mutating func ended(_ number: Int, _ outcome: AuthorizationOutcome, into effects: inout Effects) {
    // An answer to a question that has been withdrawn is ignored.
    guard let shown, shown.number == number else { return }
    self.shown = nil
    defer { if shown.kind.isPermission { isReconsidering = false } }
    switch outcome {
    case .chosen(let choice): chosen(choice, shown.kind, into: &effects)
    case .unanswered: unanswered(shown.kind, into: &effects)
    case .unavailable:
      logCommand(for: shown.kind, "there is no terminal to ask on", into: &effects)
      unanswered(shown.kind, into: &effects)
    }
  }

  private mutating func chosen(
    _ choice: Question.Choice, _ kind: Question.Kind, into effects: inout Effects
  ) {
    switch (kind, choice) {
    case (.permission, .allowOnce):
      // Once lasts until the end of use; then the person is asked again, whatever they decided before.
      if isReconsidering { keep(into: &effects) { $0.decide(.notDetermined) } }
      isTemporary = true
    case (.permission(let forAlways), .allowWhileUsing):
      keep(into: &effects) {
        $0.decide(forAlways ? .authorizedAlways : .authorizedWhenInUse)
        $0.isProvisional = forAlways
      }
    case (.permission, .dontAllow): keep(into: &effects) { $0.decide(.denied) }
    case (.always, .changeToAlways):
      keep(into: &effects) {
        $0.decide(.authorizedAlways)
        $0.wasAskedForAlways = true
      }
    case (.always, .keepOnlyWhileUsing): keepOnlyWhileUsing(into: &effects)
    case (.temporaryFullAccuracy(let key), .allowOnce):
      hasTemporaryFullAccuracy = true
      completeAccuracy(key, accuracyRequests[key], nil, into: &effects)
    case (.temporaryFullAccuracy(let key), .dontAllow):
      completeAccuracy(key, accuracyRequests[key], .declined, into: &effects)
    // Not a choice of this question.
    default: unanswered(kind, into: &effects)
    }
  }

  /// Records that the person was asked for Always and declined it.
  ///
  /// A permission by the administrator is left as it is.
  private mutating func keepOnlyWhileUsing(into effects: inout Effects) {
    keep(into: &effects) {
      if $0.answer == .authorizedAlways { $0.decide(.authorizedWhenInUse) }
      $0.wasAskedForAlways = true
    }
  }

  /// Ends a question without a change; it may be asked again.
  private mutating func unanswered(_ kind: Question.Kind, into effects: inout Effects) {
    switch kind {
    case .permission: break
    case .always: settleAlways(false, into: &effects)
    case .temporaryFullAccuracy(let key):
      completeAccuracy(key, accuracyRequests[key], .notAnswered, into: &effects)
    }
  }

  private mutating func keep(into effects: inout Effects, _ change: (inout Decision) -> Void) {
    var decision = records.decision ?? Decision()
    change(&decision)
    effects.append(.store(decision, replacing: records.decision))
    records.decision = decision
  }
}
