// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// Asks where this machine is, and tells its delegate.
///
/// Callbacks arrive on the run loop of the thread that made the manager, never two at once and never from within a call
/// to it; on the main queue, if that thread runs no loop. What a stopped service had to tell does not
/// arrive any more. All managers of a process share one receiver, which is open while one of them needs it.
open class CLLocationManager: NSObject {
  let engine: LocationEngine
  let client: ClientID
  private let queue: any CallbackQueue
  private let guarded = NSLock()
  private weak var unguardedDelegate: (any CLLocationManagerDelegate)?
  /// Whether there was nobody to tell of the authorization.
  private var owesAuthorization = false

  /// A manager that tells on the calling thread.
  public override init() {
    let place = Registration(with: .shared)
    (engine, client, queue) = (place.engine, place.client, place.queue)
    super.init()
    place.begin(self)
  }

  init(engine: LocationEngine) {
    let place = Registration(with: engine)
    (self.engine, client, queue) = (place.engine, place.client, place.queue)
    super.init()
    place.begin(self)
  }

  /// A manager's place in the engine.
  private struct Registration {
    let engine: LocationEngine
    let client: ClientID
    let queue: any CallbackQueue
    private let reference = WeakManager()

    init(with engine: LocationEngine) {
      self.engine = engine
      let queue = CallbackQueues.ofCaller()
      self.queue = queue
      let pending = PendingDeliveries()
      let callback = QueuedCall { [reference] in
        pending.passOn { reference.manager?.receive($0) }
      }
      client = engine.addClient { delivery in
        if pending.add(delivery) { queue.post(callback) }
      }
    }

    /// The manager can be told things from now on; the first is how it stands with its authorization.
    func begin(_ manager: CLLocationManager) {
      reference.manager = manager
      engine.change { state in
        state.clients[client]?.isManager = true
        state.deliver(.authorizationChanged, to: client)
      }
    }
  }

  deinit { engine.removeClient(client) }

  /// Who is told; not kept alive.
  ///
  /// Set right after the manager was made, it hears first how it stands with the authorization; set later, it hears that
  /// then, if no delegate has.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { guarded.withLock { unguardedDelegate } }
    set {
      let owes = guarded.withLock {
        unguardedDelegate = newValue
        defer { if newValue != nil { owesAuthorization = false } }
        return newValue != nil && owesAuthorization
      }
      if owes { change { $0.deliver(.authorizationChanged, to: $1) } }
    }
  }

  // MARK: What is permitted

  /// Whether location services are on for the whole machine.
  open class func locationServicesEnabled() -> Bool {
    LocationEngine.shared.authorizer.permission.servicesEnabled
  }

  /// What the application may know.
  @available(*, deprecated, message: "Use the property of the same name")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    LocationEngine.shared.authorizer.permission.status
  }

  /// What the application may know.
  open var authorizationStatus: CLAuthorizationStatus { engine.read(\.permission.status) }

  /// How exactly it may know it.
  open var accuracyAuthorization: CLAccuracyAuthorization { engine.read(\.permission.accuracy) }

  /// Whether it may know it always: there are no widgets here.
  open var isAuthorizedForWidgetUpdates: Bool { authorizationStatus == .authorizedAlways }

  /// Asks the person for permission while the application is in use, unless that was decided.
  open func requestWhenInUseAuthorization() { engine.authorizer.requestWhenInUse() }

  /// Asks the person for permission at any time, unless that was decided.
  open func requestAlwaysAuthorization() { engine.authorizer.requestAlways() }

  /// Asks the person for full accuracy, as long as the application is in use.
  ///
  /// - Parameters:
  ///   - purposeKey: names the text in `NSLocationTemporaryUsageDescriptionDictionary` that says why.
  ///   - completion: called where callbacks arrive; `CLError.promptDeclined` if nobody could be asked, or accuracy
  ///     is full already.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    let answer = CompletionBox(completion)
    engine.authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey) { [queue] code in
      queue.post(QueuedCall { answer.call(code.map { CLError($0) }) })
    }
  }

  /// The same, for those who do not wait for the answer.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  /// Asks the person for full accuracy, as long as the application is in use.
  ///
  /// A subclass is asked by the method with a completion, for it may have another answer.
  ///
  /// - Throws: `CLError.promptDeclined` if nobody could be asked, or accuracy is full already.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String
  ) async throws {
    guard type(of: self) == CLLocationManager.self else {
      return try await withCheckedThrowingContinuation { continuation in
        requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey) { error in
          continuation.resume(with: error.map { .failure($0) } ?? .success(()))
        }
      }
    }
    let authorizer = engine.authorizer
    let code: CLError.Code? = await withCheckedContinuation { continuation in
      authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey) {
        continuation.resume(returning: $0)
      }
    }
    if let code { throw CLError(code) }
  }

  // MARK: What is wanted

  /// How exact locations are wished to be, meters; less exact ones are told too.
  open var desiredAccuracy: CLLocationAccuracy {
    get { settings.desiredAccuracy }
    set { set(\.desiredAccuracy, newValue) }
  }

  /// How far from the last location told the next one must be, meters; `kCLDistanceFilterNone` tells all.
  open var distanceFilter: CLLocationDistance {
    get { settings.distanceFilter }
    set { set(\.distanceFilter, newValue) }
  }

  /// What locations are used for, which tells when updates may pause.
  open var activityType: CLActivityType {
    get { settings.activityType }
    set { set(\.activityType, newValue) }
  }

  /// Whether updates pause where somebody stays; they resume when the place is left, or with the next start.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { settings.pausesLocationUpdatesAutomatically }
    set { set(\.pausesLocationUpdatesAutomatically, newValue) }
  }

  /// Whether updates go on in the background.
  open var allowsBackgroundLocationUpdates: Bool {
    get { settings.allowsBackgroundLocationUpdates }
    set { set(\.allowsBackgroundLocationUpdates, newValue) }
  }

  /// Whether `gps status` shows use in the background although it is always allowed.
  open var showsBackgroundLocationIndicator: Bool {
    get { settings.showsBackgroundLocationIndicator }
    set { set(\.showsBackgroundLocationIndicator, newValue) }
  }

  /// How far from the last heading told the next one must be, degrees; `kCLHeadingFilterNone` tells all.
  open var headingFilter: CLLocationDegrees {
    get { settings.headingFilter }
    set { set(\.headingFilter, newValue) }
  }

  /// Kept, and without effect: a compass on a vehicle is not held in a hand.
  open var headingOrientation: CLDeviceOrientation {
    get { settings.headingOrientation }
    set { set(\.headingOrientation, newValue) }
  }

  // MARK: Locations

  /// The newest location that the receiver told anybody in this process; `nil` before the first, or if refused.
  open var location: CLLocation? { engine.read(\.visibleLocation) }

  /// Tells locations from now on, a fresh one that is known at once.
  open func startUpdatingLocation() { change { $0.startUpdates($1, at: .now) } }

  /// Tells no more locations, and gives up a request for one.
  open func stopUpdatingLocation() { change { $0.stopUpdates($1) } }

  /// Tells one location, or one failure: within 10 s, once that is permitted.
  open func requestLocation() { change { $0.requestLocation($1, at: .now) } }

  /// Whether significant changes can be told: true.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// Tells a location whenever it is 500 m from the last one told, every 5 minutes at most.
  open func startMonitoringSignificantLocationChanges() {
    change { $0.startSignificantChanges($1, at: .now) }
  }

  /// Tells no more of them.
  open func stopMonitoringSignificantLocationChanges() { change { $0.stopSignificantChanges($1) } }

  /// Tells stays, when they begin and when they end.
  open func startMonitoringVisits() { change { $0.setVisits(true, $1) } }

  /// Tells no more of them.
  open func stopMonitoringVisits() { change { $0.setVisits(false, $1) } }

  // MARK: Headings

  /// Whether a compass was heard on the receiver's line (HDT, HDG, HDM, THS).
  open class func headingAvailable() -> Bool {
    LocationEngine.shared.read { $0.lastHeading != nil }
  }

  /// The newest heading; `nil` before the first.
  open var heading: CLHeading? { engine.read(\.lastHeading) }

  /// Tells headings from now on.
  open func startUpdatingHeading() { change { $0.startHeading($1) } }

  /// Tells no more of them.
  open func stopUpdatingHeading() { change { $0.stopHeading($1) } }

  /// Nothing: no calibration is ever asked for.
  open func dismissHeadingCalibrationDisplay() {}

  // MARK: Regions

  /// Whether regions of a class can be monitored: true for circles.
  open class func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }

  /// Whether regions can be monitored: true.
  @available(*, deprecated, renamed: "isMonitoringAvailable(for:)")
  open class func regionMonitoringAvailable() -> Bool { true }

  /// Whether regions can be monitored: true.
  @available(*, deprecated, renamed: "isMonitoringAvailable(for:)")
  open class func regionMonitoringEnabled() -> Bool { true }

  /// The largest radius that is monitored, meters: larger circles are made so large.
  open var maximumRegionMonitoringDistance: CLLocationDistance { RegionMonitor.greatestRadius }

  /// The regions of the application, of whatever manager and launch: copies.
  open var monitoredRegions: Set<CLRegion> {
    Set(engine.read(\.monitoredRegions).map { $0.object as CLRegion })
  }

  /// Tells when a region is entered and left; at most 20 of them, each identifier once.
  open func startMonitoring(for region: CLRegion) { change { $0.startMonitoring(region, by: $1) } }

  /// The same; the accuracy has no effect.
  @available(*, deprecated, renamed: "startMonitoring(for:)")
  open func startMonitoring(for region: CLRegion, desiredAccuracy accuracy: CLLocationAccuracy) {
    startMonitoring(for: region)
  }

  /// Tells no more of the region of this identifier.
  open func stopMonitoring(for region: CLRegion) {
    change { state, _ in state.stopMonitoring(region.identifier) }
  }

  /// Tells how it stands to a region now, as far as that is known.
  open func requestState(for region: CLRegion) { change { $0.requestState(of: region, for: $1) } }

  // MARK: What no receiver can do

  /// Whether beacons can be ranged: false.
  open class func isRangingAvailable() -> Bool { false }

  /// Fails with `CLError.rangingUnavailable`: there is no Bluetooth here.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    change { $0.deliver(.rangingFailed(constraint), to: $1) }
  }

  /// Nothing.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  /// Empty.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  /// Fails with `CLError.rangingUnavailable`: there is no Bluetooth here.
  @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
  open func startRangingBeacons(in region: CLBeaconRegion) {
    change { $0.deliver(.regionRangingFailed(FailedRegion(region)), to: $1) }
  }

  /// Nothing.
  @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
  open func stopRangingBeacons(in region: CLBeaconRegion) {}

  /// Empty.
  @available(*, deprecated, renamed: "rangedBeaconConstraints")
  open var rangedRegions: Set<CLRegion> { [] }

  /// Whether locations can be told later: false.
  @available(*, deprecated)
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  /// Fails with `CLError.deferredFailed`.
  @available(*, deprecated)
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    change { $0.deliver(.deferringFailed, to: $1) }
  }

  /// Nothing.
  @available(*, deprecated)
  open func disallowDeferredLocationUpdates() {}

  /// Kept, and shown to nobody: usage descriptions have taken its place.
  @available(*, deprecated)
  open var purpose: String?

  /// Fails with `CLLocationPushServiceError.unsupportedPlatform`.
  open func startMonitoringLocationPushes(
    completion: ((Data?, (any Error)?) -> Void)? = nil
  ) {
    let answer = CompletionBox { error in completion?(nil, error) }
    queue.post(QueuedCall { answer.call(CLLocationPushServiceError(.unsupportedPlatform)) })
  }

  /// Fails with `CLLocationPushServiceError.unsupportedPlatform`.
  open func startMonitoringLocationPushes() async throws -> Data {
    throw CLLocationPushServiceError(.unsupportedPlatform)
  }

  /// Nothing.
  open func stopMonitoringLocationPushes() {}
}

extension CLLocationManager {
  private var settings: ManagerSettings {
    engine.read { [client] in $0.clients[client]?.settings ?? ManagerSettings() }
  }

  private func set<Value: Sendable>(
    _ path: any WritableKeyPath<ManagerSettings, Value> & Sendable, _ value: Value
  ) {
    engine.change { [client] in $0.clients[client]?.settings[keyPath: path] = value }
  }

  private func change(_ body: (inout EngineState, ClientID) -> Void) {
    engine.change { [client] in body(&$0, client) }
  }

  // MARK: Callbacks, where they arrive

  fileprivate func receive(_ delivery: Delivery) {
    guard engine.read({ $0.accepts(delivery) }) else { return }
    // In one step: a delegate that another thread sets in between would never hear of it.
    let listener = guarded.withLock {
      if unguardedDelegate == nil, case .authorizationChanged = delivery.callback {
        owesAuthorization = true
      }
      return unguardedDelegate
    }
    guard let delegate = listener else { return }
    switch delivery.callback {
    case .authorizationChanged: delegate.locationManagerDidChangeAuthorization(self)
    case .locations(let locations):
      delegate.locationManager(self, didUpdateLocations: locations)
    case .failed(let code): delegate.locationManager(self, didFailWithError: CLError(code))
    case .paused: delegate.locationManagerDidPauseLocationUpdates(self)
    case .resumed: delegate.locationManagerDidResumeLocationUpdates(self)
    case .heading(let heading): delegate.locationManager(self, didUpdateHeading: heading)
    case .visit(let visit): delegate.locationManager(self, didVisit: visit)
    case .monitoringStarted(let region):
      delegate.locationManager(self, didStartMonitoringFor: region.object)
    case .monitoringFailed(let region, let code):
      delegate.locationManager(
        self, monitoringDidFailFor: region.object, withError: CLError(code))
    case .entered(let region): delegate.locationManager(self, didEnterRegion: region.object)
    case .exited(let region): delegate.locationManager(self, didExitRegion: region.object)
    case .state(let state, let region):
      delegate.locationManager(self, didDetermineState: state, for: region.object)
    case .rangingFailed(let constraint):
      delegate.locationManager(
        self, didFailRangingFor: constraint, error: CLError(.rangingUnavailable))
    case .regionRangingFailed(let region):
      if let region = region.object as? CLBeaconRegion {
        delegate.locationManager(
          self, rangingBeaconsDidFailFor: region, withError: CLError(.rangingUnavailable))
      }
    case .deferringFailed:
      delegate.locationManager(self, didFinishDeferredUpdatesWithError: CLError(.deferredFailed))
    case .update, .condition, .permission: break
    }
  }
}

/// A manager that is told things, as long as it lives.
// Proof of Sendable: the reference is read and written under the lock; what it refers to is used only where its callbacks
// arrive, one at a time.
private final class WeakManager: @unchecked Sendable {
  private let lock = NSLock()
  private weak var unguarded: CLLocationManager?

  var manager: CLLocationManager? {
    get { lock.withLock { unguarded } }
    set { lock.withLock { unguarded = newValue } }
  }
}

/// What an application wants called once, where its callbacks arrive.
// Proof of Sendable: called once, there, and nowhere else.
private final class CompletionBox: @unchecked Sendable {
  private let completion: (((any Error)?) -> Void)?

  init(_ completion: (((any Error)?) -> Void)?) { self.completion = completion }

  func call(_ error: (any Error)?) { completion?(error) }
}
