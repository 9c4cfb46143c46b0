// Core Location for Linux. SPDX-License-Identifier: MIT

/// A question that the person should be asked, and what for.
enum WantedQuestion: Hashable, Sendable {
  /// Whether the application may at all; whether it asked for Always.
  case permission(forAlways: Bool)
  /// Whether it may always, as it asked for that, or as it matters now for the first time.
  case always(isProvisional: Bool)
  /// Whether it may know exactly, with the text of a purpose.
  case fullAccuracy(purposeKey: String)

  var isPermission: Bool {
    if case .permission = self { true } else { false }
  }

  var isAlways: Bool {
    if case .always = self { true } else { false }
  }

  var kind: AuthorizationQuestion.Kind {
    switch self {
    case .permission: .permission
    case .always: .always
    case .fullAccuracy(let key): .temporaryFullAccuracy(purposeKey: key)
    }
  }

  /// The application's reason; `nil` if it has none.
  func text(_ descriptions: UsageDescriptions) -> String? {
    switch self {
    case .permission: descriptions.whenInUse ?? descriptions.always
    case .always: descriptions.alwaysAndWhenInUse ?? descriptions.always
    case .fullAccuracy(let key): descriptions.temporary[key]
    }
  }
}
