// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry

/// The requests of one manager or stream, and what it received last.
///
/// Each method that changes it returns the deliveries to its client, the oldest first.
struct ClientState: Sendable {
  let id: EngineClientID
  let role: ClientRole
  var settings = ManagerSettings()
  /// The number of starts and stops of each service: callbacks of an earlier run do not arrive.
  private(set) var runs: [Service: Int] = [:]

  var standard: StandardUpdates?
  var request: LocationRequest?
  var significantChanges: SignificantChange?
  var monitorsVisits = false
  var heading: HeadingFilter?
  /// Whether headings have been started once.
  var hasKnownHeadings = false
  /// The beacons that are to be ranged, though none is ever found: by themselves, and by region.
  var rangedBeacons: Set<BeaconIdentity> = []
  var rangedRegions: [String: BeaconRegion] = [:]
  /// A stream of locations, if it is one.
  var live: LiveUpdates?
  var conditions: ConditionMonitor?
  /// Whether it is an activity in the background that takes effect already.
  var keepsInUse = false
  /// Whether the application has been in use since the standard service or the request was started.
  var hasBeenInUse = false

  init(_ id: EngineClientID, _ role: ClientRole) { (self.id, self.role) = (id, role) }

  mutating func renew(_ service: Service) { runs[service, default: 0] += 1 }

  func delivery(_ callback: Callback, _ service: Service? = nil) -> Delivery {
    let run = service.map { (service: $0, number: runs[$0, default: 0]) }
    return Delivery(
      client: id, callback: callback, run: run,
      isContinued: (service == .standard || service == .request) && continuesInBackground)
  }

  /// Whether it is receiving locations that continue in the background without Always.
  var isContinued: Bool { (standard != nil || request != nil) && continuesInBackground }

  /// Whether standard updates and requested locations continue in the background without Always.
  private var continuesInBackground: Bool {
    settings.allowsBackgroundLocationUpdates && hasBeenInUse
  }

  /// Starts its services anew, because their deliveries were dropped.
  mutating func forgetUndelivered() {
    if standard != nil { standard = StandardUpdates() }
    if significantChanges != nil { significantChanges = SignificantChange() }
    if let live { self.live = LiveUpdates(activity: live.activity) }
  }

  func isRunning(_ service: Service, _ run: Int) -> Bool { runs[service, default: 0] == run }

  /// Whether its locations are of reduced accuracy, because it may not know better ones or does not want them.
  func isCoarse(_ situation: Situation) -> Bool {
    !situation.isExact || settings.desiredAccuracy == kCLLocationAccuracyReduced
  }

  /// Whether standard updates and requested locations are delivered.
  func allowsUpdates(_ permission: Permission) -> Bool {
    permission.allowsEvents || permission.isAuthorized && continuesInBackground
  }

  func waitsForUse(_ permission: Permission) -> Bool {
    (standard != nil || request != nil) && permission.isAuthorized && !allowsUpdates(permission)
  }

  /// Returns what it uses the receiver for, as far as that is permitted; headings reveal no place and need no permission.
  func use(_ permission: Permission) -> ServiceSet {
    var use: ServiceSet = []
    if permission.allowsEvents {
      if live != nil, !permission.lacksSession { use.insert(.live) }
      if conditions?.circles.isEmpty == false, !permission.lacksSession { use.insert(.conditions) }
      if significantChanges != nil { use.insert(.significantChanges) }
      if monitorsVisits { use.insert(.visits) }
    }
    if allowsUpdates(permission), standard != nil || request != nil { use.insert(.standard) }
    if heading != nil { use.insert(.heading) }
    return use
  }

  // MARK: What happens to all clients

  /// Processes the newest location for all of its services.
  mutating func received(_ situation: Situation) -> [Delivery] {
    let deliveries = receivedAsDesired(situation)
    // The desired accuracy is for the other services alone.
    guard let newest = situation.newest(isCoarse: !situation.isExact) else { return deliveries }
    return deliveries + receivedChange(newest.location, situation)
  }

  /// Processes the newest location of the desired accuracy.
  ///
  /// One of reduced accuracy stays the newest for many fixes, and a source may send a fix twice; each run of a service processes
  /// such a location only once.
  private mutating func receivedAsDesired(_ situation: Situation) -> [Delivery] {
    guard let newest = situation.newest(isCoarse: isCoarse(situation)) else { return [] }
    let location = newest.location
    var deliveries: [Delivery] = []
    if standard?.last?.isIdentical(to: location) != true {
      deliveries += receivedUpdate(location, situation)
    }
    deliveries += receivedAnswer(newest, situation)
    if live?.last?.isIdentical(to: location) != true {
      deliveries += receivedLive(location, situation)
    }
    return deliveries
  }

  /// Processes a location of reduced accuracy without waiting for a fix, which would not improve it.
  mutating func receivedKnown(_ situation: Situation, at now: Duration) -> [Delivery] {
    guard isCoarse(situation), freshLocation(situation, at: now) != nil else { return [] }
    return situation.isExact ? receivedAsDesired(situation) : received(situation)
  }

  /// Reports that no position is available; afterwards, even a location that was delivered before is news.
  mutating func becameUnavailable(_ situation: Situation) -> [Delivery] {
    guard standard != nil, allowsUpdates(situation.permission) else { return [] }
    standard?.last = nil
    return [delivery(.failed(.locationUnknown), .standard)]
  }

  /// Starts what was requested before it was permitted, and reports what has ended.
  mutating func permissionChanged(
    from old: Permission, _ situation: Situation, at now: Duration
  ) -> [Delivery] {
    let new = situation.permission
    var deliveries: [Delivery] = []
    let isNews =
      new.status != old.status || new.accuracy != old.accuracy
      || new.servicesEnabled != old.servicesEnabled
    if isNews, role == .manager { deliveries.append(delivery(.authorizationChanged)) }
    var visible = new
    visible.isProvisional = old.isProvisional
    if role.followsPermission, visible != old { deliveries.append(delivery(.permission(new))) }
    let couldKnow = allowsUpdates(old)
    if new.isInUse { hasBeenInUse = true }
    if allowsUpdates(new) && !couldKnow || new.isDenied && !old.isDenied {
      deliveries += beginUpdates(situation, at: now) + beginRequest(situation, at: now)
    }
    if new.isDenied != old.isDenied || new.allowsEvents != old.allowsEvents {
      deliveries += beginSignificantChanges(situation, at: now)
    }
    deliveries += diagnosticsChanged(situation) + conditionsChanged(situation)
    return deliveries + receivedKnown(situation, at: now)
  }
}

enum ClientRole: Sendable {
  /// A manager, whose delegate is notified of the regions of all managers.
  case manager
  /// A loop over locations, or a monitor.
  case stream
  case session
  case activity

  var followsPermission: Bool { self == .session || self == .activity }
}

struct StandardUpdates: Sendable {
  var filter = DistanceFilter()
  var pauses = PauseDetector()
  var last: CLLocation?
  /// Whether its manager is notified that they have resumed, with the next location.
  var isResuming = false
}

/// The settings of a manager, with Core Location's defaults on iOS.
struct ManagerSettings: Hashable, Sendable {
  var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  var activityType = CLActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates = false
  var showsBackgroundLocationIndicator = false
  var headingFilter: CLLocationDegrees = 1
  var headingOrientation = CLDeviceOrientation.portrait
}

/// A filter that passes a location if it is far enough from the last one that passed, or much more accurate.
struct DistanceFilter: Sendable {
  /// The accuracy that counts as much better: this share of the last one, and better by so many meters.
  private static let improvement = (share: 0.5, meters: 10.0)
  private var last: (coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy)?

  /// - Parameter distance: meters; everything passes if it is not positive.
  mutating func passes(_ location: CLLocation, distance: CLLocationDistance) -> Bool {
    let accuracy = location.horizontalAccuracy
    if distance > 0, let last, location.coordinate.distance(from: last.coordinate) < distance,
      accuracy > last.accuracy * Self.improvement.share
        || accuracy > last.accuracy - Self.improvement.meters
    {
      return false
    }
    last = (location.coordinate, accuracy)
    return true
  }
}

/// A filter that passes a heading if it differs enough from the last one that passed.
struct HeadingFilter: Sendable {
  private var last: CLLocationDirection?

  /// - Parameter degrees: the least difference; everything passes if it is not positive.
  mutating func passes(_ heading: CLHeading.Fields, degrees: CLLocationDegrees) -> Bool {
    let angle = heading.trueHeading >= 0 ? heading.trueHeading : heading.magneticHeading
    if degrees > 0, let last {
      let difference = abs(angle - last)
      guard min(difference, 360 - difference) >= degrees else { return false }
    }
    last = angle
    return true
  }
}
