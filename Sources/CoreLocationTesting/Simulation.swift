// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import LinuxLocation

/// A running simulation, for the test that runs it.
public final class Simulation: Sendable {
  let engine: LocationEngine
  private let source: SimulatedSource
  private let authorizer: SimulatedAuthorizer

  init(
    _ track: SimulatedTrack, pace: SimulatedLocations.Pace, dates: SimulatedLocations.Dates,
    authorization: SimulatedAuthorization
  ) {
    let traffic = DeliveryTraffic()
    let now = Int64(Date().timeIntervalSince1970 * 1e9)
    let track = dates == .fromNow ? track.moved(to: now) : track
    source = SimulatedSource(track.steps, pace: pace, traffic: traffic)
    authorizer = SimulatedAuthorizer(authorization)
    engine = LocationEngine(simulating: source, authorizer: authorizer, traffic: traffic)
  }

  /// The present permission of the application, and the person's answer; setting it notifies delegates.
  public var authorization: SimulatedAuthorization {
    get { authorizer.authorization }
    set { authorizer.authorization = newValue }
  }

  /// Puts the application into the foreground or the background; initially it is in use.
  public func setInUse(_ isInUse: Bool) { authorizer.setInUse(isInUse) }

  /// Holds back locations until ``resume()``, so that everything can be set up before the first one.
  ///
  /// That is only needed outside the main actor, where the first locations may arrive between two lines of a test.
  public func pause() { source.setPaused(true) }

  /// Lets locations arrive, or continue to arrive.
  public func resume() { source.setPaused(false) }

  /// Waits until the last location has been delivered, and the application has finished with it.
  ///
  /// It returns early if the task is cancelled. It waits forever if no service is started that needs locations, as with a
  /// real receiver: give the test a time limit.
  public func ended() async { await source.ended() }

  /// Ends the simulation: nothing more is delivered.
  func finish() { source.finish() }
}

/// The reason why a file cannot be simulated, in one line that includes what to try.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The line, safe for a terminal.
  public let description: String

  /// The line.
  public var errorDescription: String? { description }

  init(_ description: String) { self.description = description }
}

/// A guard that keeps simulations, which ask nobody for permission, out of released applications.
enum ReleaseGuard {
  static var isReleaseBuild: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// Returns why simulations are not allowed; `nil` if they are.
  static func refusal(isAllowed: Bool, isReleaseBuild: Bool = isReleaseBuild) -> String? {
    guard isReleaseBuild, !isAllowed else { return nil }
    return
      "cannot simulate locations: this is a release build, and simulations are for tests; "
      + "build for debugging, or set isAllowedInReleaseBuilds"
  }
}
