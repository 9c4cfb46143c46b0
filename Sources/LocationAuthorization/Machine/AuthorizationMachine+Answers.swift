// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How the person's answers take effect.

extension AuthorizationMachine {
  mutating func ended(_ number: Int, _ outcome: AuthorizationOutcome) {
    // An answer to a question that has been withdrawn is ignored.
    guard let shown, shown.number == number else { return }
    self.shown = nil
    defer { if shown.kind.isPermission { isReconsidering = false } }
    switch outcome {
    case .chosen(let choice): chosen(choice, shown.kind)
    case .unanswered: unanswered(shown.kind)
    case .unavailable:
      logCommand(for: shown.kind, "there is no terminal to ask on")
      unanswered(shown.kind)
    }
  }

  private mutating func chosen(
    _ choice: Question.Choice, _ kind: Question.Kind
  ) {
    switch (kind, choice) {
    case (.permission, .allowOnce):
      // Once lasts until the end of use; then the person is asked again, whatever they decided before.
      if isReconsidering { keep { $0.decide(.notDetermined) } }
      isTemporary = true
    case (.permission(let forAlways), .allowWhileUsing):
      keep {
        $0.decide(forAlways ? .authorizedAlways : .authorizedWhenInUse)
        $0.isProvisional = forAlways
      }
    case (.permission, .dontAllow): keep { $0.decide(.denied) }
    case (.always, .changeToAlways):
      keep {
        $0.decide(.authorizedAlways)
        $0.wasAskedForAlways = true
      }
    case (.always, .keepOnlyWhileUsing): keepOnlyWhileUsing()
    case (.temporaryFullAccuracy(let key), .allowOnce):
      hasTemporaryFullAccuracy = true
      completeAccuracy(key, accuracyRequests[key], nil)
    case (.temporaryFullAccuracy(let key), .dontAllow):
      completeAccuracy(key, accuracyRequests[key], .declined)
    // Not a choice of this question.
    default: unanswered(kind)
    }
  }

  /// Records that the person was asked for Always and declined it.
  ///
  /// A permission by the administrator is left as it is.
  private mutating func keepOnlyWhileUsing() {
    keep {
      if $0.answer == .authorizedAlways { $0.decide(.authorizedWhenInUse) }
      $0.wasAskedForAlways = true
    }
  }

  /// Ends a question without a change; it may be asked again.
  private mutating func unanswered(_ kind: Question.Kind) {
    switch kind {
    case .permission: break
    case .always: settleAlways(false)
    case .temporaryFullAccuracy(let key): completeAccuracy(key, accuracyRequests[key], .notAnswered)
    }
  }

  private mutating func keep(_ change: (inout Decision) -> Void) {
    var decision = records.decision ?? Decision()
    change(&decision)
    perform(.store(decision, replacing: records.decision))
    records.decision = decision
  }
}
