// Core Location for Linux. SPDX-License-Identifier: MIT

public import LinuxLocation

/// The permission of an application in a simulation, and the person's answer if it asks for more.
public struct SimulatedAuthorization: Hashable, Sendable {
  /// The reaction of a person to a question.
  public enum Answer: Hashable, Sendable {
    /// Allows the request.
    case allow
    /// Refuses the request.
    case dontAllow
    /// Does nothing: the question stays unanswered.
    case nothing
  }

  /// Whether the application may know its location, and when.
  public var status: CLAuthorizationStatus
  /// Whether the application receives the exact location or a coarse one.
  public var accuracy = CLAccuracyAuthorization.fullAccuracy
  /// The person's answer if the application asks for permission, for Always, or for full accuracy.
  public var answer: Answer
  /// Whether location services are on for the machine.
  public var isServiceEnabled = true

  /// Creates an authorization.
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
  /// An administrator forbids the use of the location.
  public static let restricted = SimulatedAuthorization(.restricted)

  /// Returns an authorization that is undecided until the application asks.
  public static func notDetermined(answer: Answer) -> SimulatedAuthorization {
    SimulatedAuthorization(.notDetermined, answer: answer)
  }
}
