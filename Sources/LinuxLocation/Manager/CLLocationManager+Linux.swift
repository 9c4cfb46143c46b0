// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Additions to Apple's CLLocationManager: an application with windows declares whether it is in use, and shows questions
// itself; a program without a bundle states why it needs the location.

import LinuxSystem
import LocationAuthorization

extension CLLocationManager {
  /// A question for the person at the machine.
  public struct AuthorizationQuestion: Sendable {
    /// What the question is about.
    public enum Kind: Hashable, Sendable {
      /// Whether the application may use the location.
      case permission
      /// Whether it may also use it in the background.
      case always
      /// Whether it may use the exact location while it is in use, with its purpose key.
      case temporaryFullAccuracy(purposeKey: String)
    }

    /// An answer to choose from.
    public struct Choice: Hashable, Sendable {
      /// The text on its button.
      public let title: String
      let choice: Question.Choice
    }

    /// What the question is about.
    public let kind: Kind
    /// The usage description: why the application asks, in its own words.
    public let purpose: String
    /// The answers, in the order in which to show them.
    public let choices: [Choice]
  }

  /// A function that shows a question, and calls `answer` once with the person's choice, or with `nil` if they did not
  /// answer, which decides nothing.
  public typealias AuthorizationPrompt =
    @Sendable (
      AuthorizationQuestion, _ answer: @escaping @Sendable (AuthorizationQuestion.Choice?) -> Void
    )
    -> Void

  /// Lets the application show questions itself, instead of on the terminal; `nil` returns to the terminal.
  ///
  /// - Parameters:
  ///   - prompt: called on any thread, with one question at a time; it must return without waiting for the answer.
  ///   - withdraw: called on any thread when the question that is shown no longer needs an answer, because it was answered
  ///     elsewhere or the application went into the background. A late answer has no effect.
  public static func setAuthorizationPrompt(
    _ prompt: AuthorizationPrompt?, withdraw: (@Sendable () -> Void)? = nil
  ) {
    // A simulation answers questions itself, and must not change the state of the process.
    guard LocationEngine.simulated == nil else { return }
    ReplaceableAsker.shared.replace(prompt, withdraw)
  }

  /// The address of an application's own settings, in place of `UIApplication.openSettingsURLString`.
  public static let openSettingsURLString = ApplicationIdentifier.settingsScheme

  /// Leads the person to where they can change whether this application may use the location, in place of
  /// `UIApplication.open(_:)` with ``openSettingsURLString``.
  ///
  /// At a terminal, the question is asked again, and the previous answer holds until there is another one. On a desktop,
  /// `xdg-open` opens `app-settings:` with the application's identifier, which the package assigns to `gps authorize` in a
  /// terminal. In any case, a line in the log names the command. Does nothing in simulations.
  public static func openSettings() { LocationEngine.current.authorizer.openSettings() }

  /// Why this process was started.
  public enum LaunchReason: String, Hashable, Sendable {
    /// Something happened that the application monitors: a crossing, a significant change, a visit.
    case location
  }

  /// Why `gps wake` has started this process; `nil` if somebody else has.
  ///
  /// It takes the place of `UIApplication.LaunchOptionsKey.location`. The new manager's delegate, or the monitor of the same
  /// name, is notified first of what happened.
  public static var launchReason: LaunchReason? {
    Environment.current[WakeFolder.launchVariable].flatMap(LaunchReason.init)
  }

  /// Declares whether the application is in use, regardless of its terminal; `nil` returns to the terminal.
  public static func setInUse(_ isInUse: Bool?) {
    LocationEngine.current.authorizer.setInUse(isInUse)
  }
}

/// An asker that shows questions with the application's prompt, if it has set one.
final class ReplaceableAsker: AuthorizationAsker {
  static let shared = ReplaceableAsker(
    otherwise: TerminalAsker(on: LocationEngine.reactor))

  /// The asker in use while the application shows no questions itself.
  private let other: any AuthorizationAsker
  private let content = Mutex(Content())

  private struct Content {
    var prompt: CLLocationManager.AuthorizationPrompt?
    var withdraw: (@Sendable () -> Void)?
    var withdrawShown: (@Sendable () -> Void)?
  }

  init(otherwise other: any AuthorizationAsker) { self.other = other }

  func replace(
    _ prompt: CLLocationManager.AuthorizationPrompt?, _ withdraw: (@Sendable () -> Void)?
  ) {
    // The previous ones are released outside the lock, since objects of the application may be released with them.
    let previous = content.withLock { content in
      defer { (content.prompt, content.withdraw) = (prompt, withdraw) }
      return (content.prompt, content.withdraw)
    }
    _ = previous
  }

  func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    // A question is withdrawn by the asker that shows it, even if the application sets another prompt in the meantime.
    let withdrawOther: @Sendable () -> Void = { [other] in other.withdraw() }
    let (prompt, previous) = content.withLock { content in
      let previous = content.withdrawShown
      content.withdrawShown = content.prompt == nil ? withdrawOther : content.withdraw
      return (content.prompt, previous)
    }
    _ = previous
    guard let prompt else { return other.ask(question, answer: answer) }
    prompt(.init(question)) { answer($0.map { .chosen($0.choice) } ?? .unanswered) }
  }

  func withdraw() {
    content.withLock { $0.withdrawShown.take() }?()
  }
}

extension CLLocationManager.AuthorizationQuestion {
  fileprivate init(_ question: Question) {
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

extension CLLocationManager {
  /// The texts that tell the person why the application asks for the location.
  public struct UsageDescriptions: Hashable, Sendable {
    /// The text of `NSLocationWhenInUseUsageDescription`.
    public var whenInUse: String
    /// The text of `NSLocationAlwaysAndWhenInUseUsageDescription`; `nil` for an application that does not ask for Always.
    public var alwaysAndWhenInUse: String?
    /// The texts of `NSLocationTemporaryUsageDescriptionDictionary`, by purpose key.
    public var temporaryFullAccuracy: [String: String]

    /// Creates the texts that an Info.plist would contain.
    public init(
      whenInUse: String, alwaysAndWhenInUse: String? = nil,
      temporaryFullAccuracy: [String: String] = [:]
    ) {
      self.whenInUse = whenInUse
      self.alwaysAndWhenInUse = alwaysAndWhenInUse
      self.temporaryFullAccuracy = temporaryFullAccuracy
    }
  }

  /// Sets the texts of a program that has no Info.plist; call it before using any other part of Core Location.
  ///
  /// ```swift
  /// CLLocationManager.setUsageDescriptions(
  ///   .init(whenInUse: "Shows the weather where you are.")
  /// )
  /// ```
  ///
  /// They replace those of an Info.plist. Once a manager has been created, they have no effect.
  public static func setUsageDescriptions(_ descriptions: UsageDescriptions) {
    DeclaredDescriptions.shared.declare(descriptions)
  }
}

/// The texts that the application has declared, kept until the engine of the process is created.
final class DeclaredDescriptions: Sendable {
  static let shared = DeclaredDescriptions()

  private let texts = Mutex<CLLocationManager.UsageDescriptions?>(nil)

  func declare(_ descriptions: CLLocationManager.UsageDescriptions) {
    texts.withLock { $0 = descriptions }
  }

  /// Returns the application with the declared texts in place of its own, if there are any.
  func applied(to application: Application) -> Application {
    guard let texts = texts.withLock({ $0 }) else { return application }
    var descriptions = application.descriptions
    descriptions.whenInUse = texts.whenInUse
    descriptions.alwaysAndWhenInUse = texts.alwaysAndWhenInUse
    descriptions.always = nil
    descriptions.temporary = texts.temporaryFullAccuracy
    return Application(application.identity, descriptions)
  }
}
