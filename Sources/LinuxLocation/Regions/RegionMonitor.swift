// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationGeometry

struct RegionMonitor: Sendable {
  static let limit = 20
  /// The largest radius, meters; a circle with a larger one cannot be monitored.
  static let greatestRadius: CLLocationDistance = 2_128_000

  /// A change that a fix has caused.
  struct Event: Hashable, Sendable {
    let region: CircularRegion
    let state: CLRegionState
    /// The run of the region's monitoring; see ``RegionMonitor/run(of:)``.
    let run: Int
    /// Whether the edge was crossed; otherwise the state is known for the first time.
    let isCrossing: Bool

    var notifies: Bool {
      isCrossing && (state == .inside ? region.notifiesOnEntry : region.notifiesOnExit)
    }
  }

  struct Stored: Codable, Hashable, Sendable {
    var region: CircularRegion
    /// The raw value of ``CLRegionState``.
    var state: Int
  }

  /// Counts the changes that have to be stored.
  private(set) var revision = 0
  private var tracked: [String: Entry] = [:]

  private struct Entry {
    let region: CircularRegion
    var tracker: RegionTracker
    let run: Int
  }

  var regions: [CircularRegion] {
    tracked.values.map(\.region).sorted { $0.identifier < $1.identifier }
  }

  var isEmpty: Bool { tracked.isEmpty }

  /// The regions to store between launches; setting it continues with those that were stored.
  var stored: [Stored] {
    get {
      tracked.values.map { Stored(region: $0.region, state: $0.tracker.state.rawValue) }
        .sorted { $0.region.identifier < $1.region.identifier }
    }
    set {
      tracked.removeAll()
      for entry in newValue { _ = add(entry.region, state: CLRegionState(rawValue: entry.state)) }
    }
  }

  /// Starts monitoring a region; returns the error if that is not possible.
  ///
  /// Replaces a region with the same identifier. If its circle is the same, its state is kept.
  mutating func add(_ region: CircularRegion, state: CLRegionState? = nil) -> CLError.Code? {
    let known = tracked[region.identifier]
    guard CLLocationCoordinate2DIsValid(region.center), region.radius > 0,
      region.radius <= Self.greatestRadius,
      known != nil || tracked.count < Self.limit
    else { return .regionMonitoringFailure }
    var tracker = RegionTracker(
      center: region.center, radius: region.radius, state: state ?? .unknown)
    if let known, known.region.hasCircle(of: region) { tracker = known.tracker }
    revision += 1
    tracked[region.identifier] = Entry(
      region: region, tracker: tracker, run: known?.run ?? revision)
    return nil
  }

  mutating func remove(_ identifier: String) {
    if tracked.removeValue(forKey: identifier) != nil { revision += 1 }
  }

  mutating func forgetStates() {
    for (identifier, entry) in tracked {
      tracked[identifier]?.tracker = RegionTracker(
        center: entry.region.center, radius: entry.region.radius)
    }
  }

  /// Returns the state of a region, monitored or not, at the newest location.
  func state(of region: CircularRegion, at location: CLLocation) -> CLRegionState {
    if let known = tracked[region.identifier], known.region.hasCircle(of: region) {
      return known.tracker.state(at: location)
    }
    return RegionTracker(center: region.center, radius: region.radius).state(at: location)
  }

  func region(_ identifier: String) -> CircularRegion? { tracked[identifier]?.region }

  /// Returns a number that changes when the region is removed and added again; `nil` if it is not monitored.
  func run(of identifier: String) -> Int? { tracked[identifier]?.run }

  /// Processes a fix, and returns the changes that it causes.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> [Event] {
    var events: [Event] = []
    for identifier in tracked.keys.sorted() {
      guard var entry = tracked[identifier] else { continue }
      let before = entry.tracker.state
      let hasChanged = entry.tracker.received(location, isHeld: isHeld)
      tracked[identifier] = entry
      guard hasChanged else { continue }
      revision += 1
      events.append(
        Event(
          region: entry.region, state: entry.tracker.state, run: entry.run,
          isCrossing: before != .unknown))
    }
    return events
  }

  /// Keeps or undoes the changes that waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) {
    for identifier in tracked.keys where tracked[identifier]?.tracker.isHeld == true {
      tracked[identifier]?.tracker.settleHeld(isAllowed)
      revision += 1
    }
  }
}

/// The side of a region's edge on which the device is, in Core Location's terms, and what the application knows of it.
struct RegionTracker: Sendable {
  private var circle: CircleTracker
  /// The state that the application knows, while the present one waits for the person's answer.
  private var knownState: CLRegionState?

  var state: CLRegionState { CLRegionState(circle.side) }

  init(center: CLLocationCoordinate2D, radius: CLLocationDistance, state: CLRegionState = .unknown)
  {
    circle = CircleTracker(
      latitude: center.latitude, longitude: center.longitude, radius: radius, side: state.side)
  }

  /// Processes a fix, and returns whether it changes the state.
  ///
  /// - Parameter isHeld: whether the application learns of a change only if the person allows that.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> Bool {
    let before = state
    guard received(location) else { return false }
    knownState = isHeld ? knownState ?? before : nil
    return true
  }

  /// Returns the state at a location: near the edge, the one that counts.
  func state(at location: CLLocation) -> CLRegionState {
    CLRegionState(
      circle.side(
        latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
        accuracy: location.knownAccuracy))
  }

  /// Whether a change waits for the person's answer.
  var isHeld: Bool { knownState != nil }

  /// Keeps or undoes the change that waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) {
    if !isAllowed, let knownState { circle.settle(on: knownState.side) }
    knownState = nil
  }

  /// Processes a fix, and returns whether it changes the state.
  mutating func received(_ location: CLLocation) -> Bool {
    circle.received(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSinceReferenceDate)
  }
}

extension CLRegionState {
  init(_ side: CircleTracker.Side?) {
    self =
      switch side {
      case .inside: .inside
      case .outside: .outside
      case nil: .unknown
      }
  }

  /// The side of the edge; `nil` if it is unknown.
  var side: CircleTracker.Side? {
    switch self {
    case .inside: .inside
    case .outside: .outside
    case .unknown: nil
    }
  }
}
