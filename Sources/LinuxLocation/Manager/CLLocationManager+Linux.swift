// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What Apple's CLLocationManager lacks: an application that has windows says for itself whether it is in use, and asks
// for itself.

import LocationAuthorization
import SerialLine

extension CLLocationManager {
  /// A question to the person.
  public struct AuthorizationQuestion: Sendable {
    /// What is asked.
    public enum Kind: Hashable, Sendable {
      /// Whether the application may know where it is.
      case permission
      /// Whether it may know that in the background too.
      case always
      /// Whether it may know it exactly while it is in use; the key of the purpose.
      case temporaryFullAccuracy(purposeKey: String)
    }

    /// An answer that can be chosen.
    public struct Choice: Hashable, Sendable {
      /// As people read it.
      public let title: String
      let choice: LocationAuthorization.AuthorizationQuestion.Choice
    }

    /// What is asked.
    public let kind: Kind
    /// The usage description: why, in the application's words.
    public let purpose: String
    /// In the order in which they are to be shown.
    public let choices: [Choice]
  }

  /// Shows a question, and calls back once with the person's choice; `nil` if there was none, which decides nothing.
  public typealias AuthorizationPrompt =
    @Sendable (
      AuthorizationQuestion, _ answer: @escaping @Sendable (AuthorizationQuestion.Choice?) -> Void
    )
    -> Void

  /// Has the application show questions to the person, in place of the terminal; `nil` lets the terminal show them.
  ///
  /// - Parameter prompt: called on any thread, one question at a time; it must return at once.
  public static func setAuthorizationPrompt(_ prompt: AuthorizationPrompt?) {
    ReplaceableAsker.shared.prompt = prompt
  }

  /// Says whether the application is in use, in place of its terminal; `nil` lets the terminal say it.
  public static func setInUse(_ isInUse: Bool?) {
    (LocationEngine.shared.authorizer as? CenterAuthorizer)?.setInUse(isInUse)
  }
}

/// Shows questions as the application wishes.
final class ReplaceableAsker: AuthorizationAsker {
  static let shared = ReplaceableAsker()

  private let terminal = TerminalAsker()
  private let chosen = Guarded<CLLocationManager.AuthorizationPrompt?>(nil)

  var prompt: CLLocationManager.AuthorizationPrompt? {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  func ask(
    _ question: AuthorizationQuestion, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    guard let prompt else { return terminal.ask(question, answer: answer) }
    prompt(.init(question)) { answer($0.map { .chosen($0.choice) } ?? .unanswered) }
  }

  func withdraw() { terminal.withdraw() }
}

extension CLLocationManager.AuthorizationQuestion {
  fileprivate init(_ question: LocationAuthorization.AuthorizationQuestion) {
    kind =
      switch question.kind {
      case .permission: .permission
      case .always: .always
      case .temporaryFullAccuracy(let key): .temporaryFullAccuracy(purposeKey: key)
      }
    purpose = question.text
    choices = question.choices.map { Choice(title: $0.title, choice: $0) }
  }
}
