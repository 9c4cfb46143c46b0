// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Question: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Whether the application may use the location at all; the value is whether it requested Always.
    case permission(forAlways: Bool)
    /// Whether it may keep using the location when it is not in use; the value is whether it has that provisionally.
    case always(isProvisional: Bool)
    /// Whether it may use the exact location until it is no longer in use; the value is the key of the purpose's text.
    case temporaryFullAccuracy(purposeKey: String)
  }

  /// An answer that can be chosen.
  package enum Choice: String, Hashable, Sendable {
    case allowOnce = "Allow Once"
    case allowWhileUsing = "Allow While Using App"
    case dontAllow = "Don't Allow"
    case keepOnlyWhileUsing = "Keep Only While Using"
    case changeToAlways = "Change to Always Allow"

    package var title: String { rawValue }
  }

  package let number: Int
  package let kind: Kind
  package let application: ApplicationIdentity
  /// The reason, in the application's words: not trusted, and not escaped.
  package let text: String

  /// The answers to choose from, in the order in which they are shown.
  package var choices: [Choice] {
    switch kind {
    case .permission: [.allowOnce, .allowWhileUsing, .dontAllow]
    case .always: [.keepOnlyWhileUsing, .changeToAlways]
    case .temporaryFullAccuracy: [.allowOnce, .dontAllow]
    }
  }
}

extension Question.Kind {
  var isPermission: Bool {
    if case .permission = self { true } else { false }
  }

  var isAlways: Bool {
    if case .always = self { true } else { false }
  }

  /// Returns the application's reason; `nil` if it has none.
  func text(_ descriptions: UsageDescriptions) -> String? {
    switch self {
    case .permission: descriptions.whenInUse ?? descriptions.always
    case .always: descriptions.alwaysAndWhenInUse ?? descriptions.always
    case .temporaryFullAccuracy(let key): descriptions.temporary?[key]
    }
  }
}

package enum AuthorizationOutcome: Hashable, Sendable {
  case chosen(Question.Choice)
  /// The person did not answer. Nothing changes, and the application may ask again.
  case unanswered
  /// The question could not be shown, because there is no terminal.
  case unavailable
}

/// Shows questions to the person, on the terminal or in an application's own window.
package protocol AuthorizationAsker: Sendable {
  /// Shows a question, and returns at once.
  ///
  /// Only one question is shown at a time. `answer` is called once, on any thread, unless the question was withdrawn.
  func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void)

  /// Withdraws the question that is shown, which needs no answer any more; returns at once.
  func withdraw()
}
