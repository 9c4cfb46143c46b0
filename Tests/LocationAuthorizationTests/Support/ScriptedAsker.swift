// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationAuthorization
import TestSupport

/// An asker whose answers come from the test.
final class ScriptedAsker: AuthorizationAsker {
  private struct Content {
    var shown: (Question, @Sendable (AuthorizationOutcome) -> Void)?
    var kinds: [Question.Kind] = []
    var withdrawn = 0
  }

  private let content = Mutex(Content())

  func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    content.withLock {
      $0.shown = (question, answer)
      $0.kinds.append(question.kind)
    }
  }

  func withdraw() {
    content.withLock {
      $0.withdrawn += $0.shown == nil ? 0 : 1
      $0.shown = nil
    }
  }

  /// The questions so far.
  var kinds: [Question.Kind] { content.withLock(\.kinds) }
  /// The number of questions that were withdrawn.
  var withdrawn: Int { content.withLock(\.withdrawn) }

  /// Waits for a question and answers it; returns whether there was one.
  func answer(_ outcome: AuthorizationOutcome) -> Bool {
    eventually { content.withLock { $0.shown != nil } } && answerNow(outcome)
  }

  /// Answers the question that is shown; returns whether there was one.
  func answerNow(_ outcome: AuthorizationOutcome) -> Bool {
    let shown = content.withLock { content in
      defer { content.shown = nil }
      return content.shown
    }
    shown?.1(outcome)
    return shown != nil
  }
}
