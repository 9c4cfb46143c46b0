// Core Location for Linux. SPDX-License-Identifier: MIT

public import LinuxLocation

/// What the application may know in a simulation, and what the person answers when it asks for more.
public struct SimulatedAuthorization: Hashable, Sendable {
  /// What a person does when asked.
  public enum Answer: Hashable, Sendable {
    /// Allows what was asked for.
    case allow
    /// Refuses it.
    case dontAllow
    /// Does nothing: the question stays unanswered.
    case nothing
  }

  /// Whether the application may know its location, and when.
  public var status: CLAuthorizationStatus
  /// Whether it gets the exact location or a coarse one.
  public var accuracy = CLAccuracyAuthorization.fullAccuracy
  /// What the person does when the application asks for permission, for Always, or for full accuracy.
  public var answer: Answer
  /// Whether location services are on for the machine.
  public var isServiceEnabled = true

  /// An authorization.
  ///
  /// - Parameters:
  ///   - status: whether the application may know its location, and when.
  ///   - accuracy: whether it gets the exact location or a coarse one.
  ///   - answer: what the person does when the application asks.
  public init(
    _ status: CLAuthorizationStatus, accuracy: CLAccuracyAuthorization = .fullAccuracy,
    answer: Answer = .allow
  ) {
    self.status = status
    self.accuracy = accuracy
    self.answer = answer
  }

  /// The application may know its location at any time.
  public static let always = SimulatedAuthorization(.authorizedAlways)
  /// The application may know its location while it is in use.
  public static let whenInUse = SimulatedAuthorization(.authorizedWhenInUse)
  /// The person has refused.
  public static let denied = SimulatedAuthorization(.denied)
  /// An administrator forbids it.
  public static let restricted = SimulatedAuthorization(.restricted)

  /// Nothing is decided until the application asks.
  ///
  /// - Parameter answer: what the person then does.
  public static func notDetermined(answer: Answer) -> SimulatedAuthorization {
    SimulatedAuthorization(.notDetermined, answer: answer)
  }
}
