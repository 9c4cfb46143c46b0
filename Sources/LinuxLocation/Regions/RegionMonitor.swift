// Core Location for Linux. SPDX-License-Identifier: MIT

/// The regions of an application, and how it stands to each.
struct RegionMonitor: Sendable {
  /// The most regions of one application.
  static let limit = 20
  /// The largest radius, meters: larger ones are made so large.
  static let greatestRadius: CLLocationDistance = 1_000_000

  /// What a fix has changed.
  enum Event: Hashable, Sendable {
    case entered(CircularRegion)
    case exited(CircularRegion)
    /// The state is known for the first time, which is no crossing.
    case settled(CircularRegion, CLRegionState)
  }

  private var tracked: [String: (region: CircularRegion, tracker: RegionTracker)] = [:]

  var regions: [CircularRegion] {
    tracked.values.map(\.region).sorted { $0.identifier < $1.identifier }
  }

  var isEmpty: Bool { tracked.isEmpty }

  /// Begins to monitor; what cannot be is refused.
  ///
  /// A region of the same identifier is replaced. An equal one goes on as it is.
  mutating func add(_ region: CircularRegion) -> CLError.Code? {
    guard CLLocationCoordinate2DIsValid(region.center), region.radius > 0,
      !region.identifier.isEmpty
    else { return .regionMonitoringFailure }
    var region = region
    region.radius = min(region.radius, Self.greatestRadius)
    let known = tracked[region.identifier]
    guard known != nil || tracked.count < Self.limit else { return .regionMonitoringFailure }
    var tracker = RegionTracker(center: region.center, radius: region.radius)
    if let known, known.tracker.radius == region.radius,
      known.region.latitude == region.latitude, known.region.longitude == region.longitude
    {
      tracker = known.tracker
    }
    tracked[region.identifier] = (region, tracker)
    return nil
  }

  mutating func remove(_ identifier: String) { tracked[identifier] = nil }

  func state(of identifier: String) -> CLRegionState {
    tracked[identifier]?.tracker.state ?? .unknown
  }

  func region(_ identifier: String) -> CircularRegion? { tracked[identifier]?.region }

  /// Takes a fix.
  mutating func note(_ location: CLLocation) -> [Event] {
    var events: [Event] = []
    for identifier in tracked.keys.sorted() {
      guard var entry = tracked[identifier] else { continue }
      let before = entry.tracker.state
      let hasChanged = entry.tracker.note(location)
      tracked[identifier] = entry
      guard hasChanged else { continue }
      if before == .unknown {
        events.append(.settled(entry.region, entry.tracker.state))
      } else {
        events.append(
          entry.tracker.state == .inside ? .entered(entry.region) : .exited(entry.region))
      }
    }
    return events
  }
}
