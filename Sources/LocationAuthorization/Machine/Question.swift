// Core Location for Linux. SPDX-License-Identifier: MIT

/// A question to the person, for whoever shows it.
package struct Question: Hashable, Sendable {
  /// What is asked, and what for.
  package enum Kind: Hashable, Sendable {
    /// Whether the application may use the location at all; whether it requested Always.
    case permission(forAlways: Bool)
    /// Whether it may go on with it when it is not in use; whether it has that provisionally.
    case always(isProvisional: Bool)
    /// Whether it may know it exactly until it is no longer in use; the key of the text.
    case temporaryFullAccuracy(purposeKey: String)
  }

  /// An answer that can be chosen.
  package enum Choice: String, Hashable, Sendable {
    case allowOnce = "Allow Once"
    case allowWhileUsing = "Allow While Using App"
    case dontAllow = "Don't Allow"
    case keepOnlyWhileUsing = "Keep Only While Using"
    case changeToAlways = "Change to Always Allow"

    /// As people read it.
    package var title: String { rawValue }
  }

  /// Distinguishes the questions of a process.
  package let number: Int
  package let kind: Kind
  /// Who asks.
  package let application: ApplicationIdentity
  /// Why, in the application's words: not to be trusted, and not escaped.
  package let text: String

  package init(number: Int, kind: Kind, application: ApplicationIdentity, text: String) {
    self.number = number
    self.kind = kind
    self.application = application
    self.text = text
  }

  /// In the order in which they are shown.
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

  /// The application's reason; `nil` if it has none.
  func text(_ descriptions: UsageDescriptions) -> String? {
    switch self {
    case .permission: descriptions.whenInUse ?? descriptions.always
    case .always: descriptions.alwaysAndWhenInUse ?? descriptions.always
    case .temporaryFullAccuracy(let key): descriptions.temporary[key]
    }
  }
}
