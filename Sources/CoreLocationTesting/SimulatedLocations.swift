// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
public import LinuxLocation

/// Locations that a test specifies, in place of those of a receiver.
///
/// Within ``run(_:)``, every Core Location object that the code creates receives these locations and this authorization.
/// The code under test is unchanged, and imports only `CoreLocation`.
///
/// ```swift
/// let walk = try SimulatedLocations(contentsOf: walkURL)
/// await walk.run { simulation in
///   let tracker = Tracker()
///   tracker.start()
///   await simulation.ended()
///   #expect(tracker.distance > 1000)
/// }
/// ```
///
/// Each run has its own receiver, authorization and regions, so tests can run at the same time in one process. No port is
/// opened, nobody is asked for permission, and no file of the user is read or written.
///
/// A run covers the task that calls it, tasks that this one creates with `Task {}` or in a group, and callbacks of Core
/// Location. It does not cover `Task.detached`, threads, or blocks that the code adds to a dispatch queue itself: create
/// managers elsewhere.
public struct SimulatedLocations: Sendable {
  /// How fast the locations arrive.
  public var pace: Pace
  /// The dates of the locations.
  public var dates: Dates
  /// The permission of the application when a run begins, and the person's answer.
  public var authorization: SimulatedAuthorization
  /// Whether ``run(_:)`` works in a release build, where it otherwise ends the process: a released application has to
  /// ask for permission.
  public var isAllowedInReleaseBuilds = false

  private let track: SimulatedTrack

  /// How fast locations arrive.
  public enum Pace: Hashable, Sendable {
    /// Each location as soon as the application has finished with the one before: when its delegates have returned, and
    /// its loops over `liveUpdates()` have requested the next.
    case asFastAsPossible
    /// With the recorded time between them divided by this factor, which is above 0.
    case times(Double)
  }

  /// The dates of locations.
  public enum Dates: Hashable, Sendable {
    /// Those in the recording.
    case recorded
    /// As if the first location had been determined when the run begins, for code that ignores old locations.
    ///
    /// The time between them stays the same, so at a faster pace, later locations are in the future.
    case fromNow
  }
}

extension SimulatedLocations {
  /// Simulates these locations, in this order.
  ///
  /// - Parameters:
  ///   - locations: places on Earth with timestamps from 1908 to 2199, the oldest first; an empty array simulates a
  ///     receiver that finds no position.
  ///   - pace: how fast they arrive.
  ///   - dates: their dates.
  ///   - authorization: the permission of the application.
  public init(
    _ locations: [CLLocation], pace: Pace = .asFastAsPossible, dates: Dates = .recorded,
    authorization: SimulatedAuthorization = .always
  ) {
    self.init(
      pace: pace, dates: dates, authorization: authorization, track: SimulatedTrack(locations))
  }

  /// Simulates a recording of a receiver or a GPX file, including any headings.
  ///
  /// A recording is a log of NMEA 0183, as `gps record` and `gps simulate` write it. From a GPX file, track points
  /// are used, or else route points, or else waypoints; each needs a time. Both may be compressed by gzip.
  ///
  /// - Throws: ``SimulationError`` if the file cannot be read, or has no location with a date.
  public init(
    contentsOf url: URL, pace: Pace = .asFastAsPossible, dates: Dates = .recorded,
    authorization: SimulatedAuthorization = .always
  ) throws(SimulationError) {
    self.init(
      pace: pace, dates: dates, authorization: authorization,
      track: try SimulatedTrack(contentsOf: url))
  }

  /// Runs code that receives these locations as if they were real, and then ends the simulation.
  ///
  /// Locations begin to arrive when the code starts a service, with the first one in each run. If it stops the service
  /// and starts it again, they continue where they were. After the last one, delegates receive
  /// `CLError.locationUnknown`.
  public func run<Result>(_ body: (Simulation) throws -> Result) rethrows -> Result {
    let simulation = begin()
    defer { simulation.finish() }
    return try LocationEngine.$simulated.withValue(simulation.engine) { try body(simulation) }
  }

  /// Runs asynchronous code as ``run(_:)`` does.
  ///
  /// - Parameters:
  ///   - isolation: the actor on which the code runs, by default the caller's.
  ///   - body: the code, called once with the simulation.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Simulation) async throws -> Result
  ) async rethrows -> Result {
    let simulation = begin()
    defer { simulation.finish() }
    return try await LocationEngine.$simulated.withValue(
      simulation.engine, operation: { try await body(simulation) }, isolation: isolation)
  }

  private func begin() -> Simulation {
    if let refusal = ReleaseGuard.refusal(isAllowed: isAllowedInReleaseBuilds) {
      fatalError(refusal)
    }
    return Simulation(track, pace: pace, dates: dates, authorization: authorization)
  }
}
