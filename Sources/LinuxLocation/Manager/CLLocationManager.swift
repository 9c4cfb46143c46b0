// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Apple's class in one file, since applications can override nothing that an extension declares.

public import Foundation
import LocationAuthorization

/// An object that starts location services and delivers their events to its delegate.
///
/// Callbacks arrive on the run loop of the thread that created the manager, or on the main queue if that thread runs
/// no loop. They arrive one at a time, and never from within a call to the manager. Once a service has been stopped,
/// nothing more arrives from it. All managers of a process share one receiver, which is open while any of them needs it.
open class CLLocationManager: NSObject {
  let engine: LocationEngine
  let client: EngineClientID
  private let queue: any CallbackQueue
  private let guarded = NSLock()
  private weak var unguardedDelegate: (any CLLocationManagerDelegate)?
  /// Whether the authorization callback found no delegate.
  private var owesAuthorization = false
  private var unguardedHeadingBody: (any CLBodyIdentifiable)?

  /// Creates a manager whose callbacks arrive on the calling thread.
  public override init() {
    let place = Registration(with: .current)
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

  private struct Registration {
    let engine: LocationEngine
    let client: EngineClientID
    let queue: any CallbackQueue
    private let reference = WeakManager()

    init(with engine: LocationEngine) {
      self.engine = engine
      let queue = CallbackQueues.ofCaller()
      self.queue = queue
      let pending = PendingDeliveries(engine.traffic)
      let callback = QueuedCall { [reference] in
        pending.passOnNext { reference.manager?.receive($0) }
      }
      let wakeUp = QueuedCall { queue.wake() }
      client = engine.addClient(.manager) { delivery in
        pending.add(delivery) && queue.add(callback) ? wakeUp : nil
      }
    }

    /// Starts delivering callbacks to the manager; the first one reports its authorization.
    func begin(_ manager: CLLocationManager) {
      reference.manager = manager
      engine.change { $0.deliver(.authorizationChanged, to: client, into: &$1) }
    }
  }

  deinit { engine.removeClient(client) }

  /// The object that receives the callbacks; held weakly.
  ///
  /// The first callback reports the authorization. A delegate that is set some time after creating the manager receives
  /// that callback then, unless another delegate already has.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { guarded.withLock { unguardedDelegate } }
    set {
      let owes = guarded.withLock {
        unguardedDelegate = newValue
        defer { if newValue != nil { owesAuthorization = false } }
        return newValue != nil && owesAuthorization
      }
      if owes { change { $0.deliver(.authorizationChanged, to: $1, into: &$2) } }
      if newValue != nil { change { $0.delegateArrived($1, at: .now, into: &$2) } }
    }
  }

  // MARK: Authorization

  /// Whether location services are on for this machine.
  open class func locationServicesEnabled() -> Bool {
    LocationEngine.current.authorizer.permission.servicesEnabled
  }

  /// Whether the application may know its location, and when.
  @available(*, deprecated, message: "Use the property of the same name")
  open class func authorizationStatus() -> CLAuthorizationStatus {
    LocationEngine.current.authorizer.permission.status
  }

  /// Whether the application may know its location, and when.
  open var authorizationStatus: CLAuthorizationStatus { engine.read(\.permission.status) }

  /// Whether the application receives the exact location or a coarse one.
  open var accuracyAuthorization: CLAccuracyAuthorization { engine.read(\.permission.accuracy) }

  /// Whether the application is authorized Always; Linux has no widgets.
  open var isAuthorizedForWidgetUpdates: Bool { authorizationStatus == .authorizedAlways }

  /// Asks the person for permission to use the location while the application is in use, unless they have already
  /// decided.
  open func requestWhenInUseAuthorization() {
    engine.request { $0.requestWhenInUse() }
  }

  /// Asks the person for permission to use the location at any time, unless they have already decided.
  open func requestAlwaysAuthorization() { engine.request { $0.requestAlways() } }

  /// Asks the person for full accuracy while the application is in use.
  ///
  /// - Parameters:
  ///   - purposeKey: the key of the text in `NSLocationTemporaryUsageDescriptionDictionary` that says why.
  ///   - completion: called where callbacks arrive, with `CLError.promptDeclined` if the person declined or could not
  ///     be asked, or if accuracy is already full.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    let answer = completion.map { completion in
      Completion(on: queue) { [engine] (code: CLError.Code?) in
        engine.call { completion(code.map { CLError($0) }) }
      }
    }
    engine.authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey) { answer?.call($0) }
  }

  /// Asks the person for full accuracy while the application is in use, without reporting the answer.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  /// Asks the person for full accuracy while the application is in use.
  ///
  /// It calls the method with a completion, so a subclass needs to override only that one.
  ///
  /// - Throws: `CLError.promptDeclined` if the person declined or could not be asked, or if accuracy is already full.
  nonisolated(nonsending) open func requestTemporaryFullAccuracyAuthorization(
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

  // MARK: Settings

  /// The desired accuracy of locations, meters; less accurate ones are delivered too.
  open var desiredAccuracy: CLLocationAccuracy {
    get { settings.desiredAccuracy }
    set { set(\.desiredAccuracy, newValue) }
  }

  /// The least distance from the last delivered location to the next one, meters; `kCLDistanceFilterNone` delivers
  /// all.
  ///
  /// A location that is much more accurate, half the error and 10 m less, is delivered at any distance.
  open var distanceFilter: CLLocationDistance {
    get { settings.distanceFilter }
    set { set(\.distanceFilter, newValue) }
  }

  /// What locations are used for, which determines when updates may pause.
  open var activityType: CLActivityType {
    get { settings.activityType }
    set { set(\.activityType, newValue) }
  }

  /// Whether updates pause after a stay; they resume when the device leaves, or with the next start.
  open var pausesLocationUpdatesAutomatically: Bool {
    get { settings.pausesLocationUpdatesAutomatically }
    set { set(\.pausesLocationUpdatesAutomatically, newValue) }
  }

  /// Whether updates continue in the background.
  open var allowsBackgroundLocationUpdates: Bool {
    get { settings.allowsBackgroundLocationUpdates }
    set { set(\.allowsBackgroundLocationUpdates, newValue) }
  }

  /// Whether `gps status` shows use in the background even if it is always allowed.
  open var showsBackgroundLocationIndicator: Bool {
    get { settings.showsBackgroundLocationIndicator }
    set { set(\.showsBackgroundLocationIndicator, newValue) }
  }

  /// The least change from the last delivered heading to the next one, degrees, at most 360; `kCLHeadingFilterNone`, which
  /// stands for everything that is not positive, delivers all.
  open var headingFilter: CLLocationDegrees {
    get { settings.headingFilter }
    set { set(\.headingFilter, newValue > 0 ? min(newValue, 360) : kCLHeadingFilterNone) }
  }

  /// Stored without effect, since a compass on a vehicle is not held in the hand; only the four upright orientations are.
  open var headingOrientation: CLDeviceOrientation {
    get { settings.headingOrientation }
    set {
      switch newValue {
      case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight:
        set(\.headingOrientation, newValue)
      case .unknown, .faceUp, .faceDown: break
      }
    }
  }

  /// Stored without effect, since a compass on a vehicle points where the vehicle does; `nil` by default.
  open var headingBody: (any CLBodyIdentifiable)? {
    get { guarded.withLock { unguardedHeadingBody } }
    set {
      // The old one is released after the lock, because its deinitializer may call the manager.
      var replaced = newValue
      guarded.withLock { swap(&unguardedHeadingBody, &replaced) }
    }
  }

  // MARK: Locations

  /// The newest location in this process, or else the last one known to this user; `nil` if there is neither, or without
  /// permission.
  open var location: CLLocation? { engine.read(\.visibleLocation) }

  /// Starts delivering locations, beginning with the latest one if it is fresh.
  ///
  /// If the person has not decided yet, and the application does not ask for permission within a second, the library asks.
  open func startUpdatingLocation() { change { $0.startUpdates($1, at: .now, into: &$2) } }

  /// Stops delivering locations, and cancels a request for a single one.
  open func stopUpdatingLocation() {
    change { state, client, _ in state.clients[client]?.stopUpdates() }
  }

  /// Delivers one location, or one failure, within 10 s of permission being granted.
  ///
  /// A location of the last 60 s suffices if it is as accurate as desired, or to 10 m. While updates are delivered, they are the
  /// answer.
  open func requestLocation() { change { $0.requestLocation($1, at: .now, into: &$2) } }

  /// Whether significant changes can be monitored: true.
  open class func significantLocationChangeMonitoringAvailable() -> Bool { true }

  /// Starts delivering a location whenever it is 500 m from the last delivered one, at most every 5 minutes.
  open func startMonitoringSignificantLocationChanges() {
    change { $0.startSignificantChanges($1, at: .now, into: &$2) }
  }

  /// Stops delivering significant changes.
  open func stopMonitoringSignificantLocationChanges() {
    change { state, client, _ in state.stopSignificantChanges(client) }
  }

  /// Starts delivering visits, when they begin and when they end.
  open func startMonitoringVisits() { change { $0.setVisits(true, $1, into: &$2) } }

  /// Stops delivering visits.
  open func stopMonitoringVisits() { change { $0.setVisits(false, $1, into: &$2) } }

  // MARK: Headings

  /// Whether headings are available (HDT, HDG, HDM, THS): false without a receiver, or if it sends positions but no
  /// headings.
  open class func headingAvailable() -> Bool {
    LocationEngine.current.read(\.compass.isAvailable)
  }

  /// The newest heading; `nil` before the first, and until this manager has once started delivering headings.
  open var heading: CLHeading? {
    engine.read { [client] state in
      state.clients[client]?.hasKnownHeadings == true ? state.compass.last : nil
    }.map(CLHeading.init)
  }

  /// Starts delivering headings.
  open func startUpdatingHeading() {
    change { state, client, _ in state.clients[client]?.startHeading() }
  }

  /// Stops delivering headings.
  open func stopUpdatingHeading() {
    change { state, client, _ in state.clients[client]?.stopHeading() }
  }

  /// Does nothing: no calibration is ever requested.
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

  /// The largest radius that is monitored, meters; larger circles fail.
  open var maximumRegionMonitoringDistance: CLLocationDistance { RegionMonitor.greatestRadius }

  /// Copies of the monitored regions of the application, from all managers and launches.
  open var monitoredRegions: Set<CLRegion> {
    Set(engine.read(\.monitoredRegions).map { $0.object as CLRegion })
  }

  /// Starts reporting when a region is entered or left.
  ///
  /// At most 20 regions are monitored. A region with the same identifier is replaced.
  open func startMonitoring(for region: CLRegion) {
    let region = RequestedRegion(region)
    change { $0.startMonitoring(region, by: $1, into: &$2) }
  }

  /// Starts reporting when a region is entered or left; the accuracy has no effect.
  @available(*, deprecated, renamed: "startMonitoring(for:)")
  open func startMonitoring(for region: CLRegion, desiredAccuracy accuracy: CLLocationAccuracy) {
    startMonitoring(for: region)
  }

  /// Stops monitoring the region with this identifier.
  open func stopMonitoring(for region: CLRegion) {
    let identifier = region.identifier
    change { state, _, effects in state.stopMonitoring(identifier, into: &effects) }
  }

  /// Reports whether the device is inside a region now, as far as that is known.
  open func requestState(for region: CLRegion) {
    guard case .circle(let circle) = RequestedRegion(region) else { return }
    change { $0.requestState(of: circle, for: $1, at: .now, into: &$2) }
  }

  // MARK: Unavailable services

  /// Whether beacons can be ranged: false.
  open class func isRangingAvailable() -> Bool { false }

  /// Fails with `CLError.rangingUnavailable`: there is no Bluetooth here.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    let beacons = BeaconIdentity(constraint)
    change { state, client, effects in
      state.clients[client]?.rangedBeacons.insert(beacons)
      state.deliver(.rangingFailed(beacons), to: client, into: &effects)
    }
  }

  /// Removes the constraint from those that were to be ranged.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    let beacons = BeaconIdentity(constraint)
    change { state, client, _ in state.clients[client]?.rangedBeacons.remove(beacons) }
  }

  /// Copies of the constraints whose ranging was started and not stopped, though it has failed.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> {
    Set(engine.read { [client] in $0.clients[client]?.rangedBeacons ?? [] }.map(\.object))
  }

  /// Fails with `CLError.rangingUnavailable`: there is no Bluetooth here.
  @available(*, deprecated, renamed: "startRangingBeacons(satisfying:)")
  open func startRangingBeacons(in region: CLBeaconRegion) {
    let region = BeaconRegion(region)
    change { state, client, effects in
      state.clients[client]?.rangedRegions[region.identifier] = region
      state.deliver(.regionRangingFailed(region), to: client, into: &effects)
    }
  }

  /// Removes the region from those that were to be ranged.
  @available(*, deprecated, renamed: "stopRangingBeacons(satisfying:)")
  open func stopRangingBeacons(in region: CLBeaconRegion) {
    let identifier = region.identifier
    change { state, client, _ in state.clients[client]?.rangedRegions[identifier] = nil }
  }

  /// Copies of the regions whose ranging was started and not stopped, though it has failed.
  @available(*, deprecated, renamed: "rangedBeaconConstraints")
  open var rangedRegions: Set<CLRegion> {
    Set(engine.read { [client] in $0.clients[client]?.rangedRegions ?? [:] }.values.map(\.object))
  }

  /// Whether the delivery of locations can be deferred: false.
  @available(*, deprecated)
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  /// Fails with `CLError.deferredFailed`, and cancels a request for a single location.
  @available(*, deprecated)
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    change { $0.refuseDeferring($1, into: &$2) }
  }

  /// Does nothing.
  @available(*, deprecated)
  open func disallowDeferredLocationUpdates() {}

  /// Stored but never shown, since usage descriptions have replaced it.
  @available(*, deprecated)
  open var purpose: String?

  /// Fails with `CLLocationPushServiceError.unsupportedPlatform`.
  open func startMonitoringLocationPushes(
    completion: ((Data?, (any Error)?) -> Void)? = nil
  ) {
    guard let completion else { return }
    Completion(on: queue) { completion(nil, CLLocationPushServiceError(.unsupportedPlatform)) }
      .call(())
  }

  /// Fails with `CLLocationPushServiceError.unsupportedPlatform`.
  nonisolated(nonsending) open func startMonitoringLocationPushes() async throws -> Data {
    throw CLLocationPushServiceError(.unsupportedPlatform)
  }

  /// Does nothing.
  open func stopMonitoringLocationPushes() {}
}

extension CLLocationManager {
  private var settings: ManagerSettings {
    engine.read { [client] in $0.clients[client]?.settings ?? ManagerSettings() }
  }

  private func set<Value: Sendable>(
    _ path: any WritableKeyPath<ManagerSettings, Value> & Sendable, _ value: Value
  ) {
    engine.change { [client] state, _ in
      state.clients[client]?.settings[keyPath: path] = value
    }
  }

  private func change(_ body: (inout EngineState, EngineClientID, inout EngineOutputs) -> Void) {
    engine.traffic?.departureOfTurn()
    engine.change { [client] in body(&$0, client, &$1) }
  }

  // MARK: Callbacks, where they arrive

  fileprivate func receive(_ delivery: Delivery) {
    guard engine.read({ $0.accepts(delivery) }) else {
      // A crossing of a region that is no longer monitored; the next launch is not notified either.
      delivery.receipt?.discard()
      return
    }
    // In one step: otherwise a delegate that another thread sets in between would never be notified.
    let listener = guarded.withLock {
      if unguardedDelegate == nil, case .authorizationChanged = delivery.callback {
        owesAuthorization = true
      }
      return unguardedDelegate
    }
    guard let delegate = listener else { return }
    engine.call {
      guard let receipt = delivery.receipt else { return call(delegate, delivery.callback) }
      notify(delegate, delivery.callback, receipt)
    }
  }
}

// Proof of Sendable: the reference is read and written under the lock; the manager is used only where its callbacks arrive,
// one at a time.
private final class WeakManager: @unchecked Sendable {
  private let lock = NSLock()
  private weak var unguarded: CLLocationManager?

  var manager: CLLocationManager? {
    get { lock.withLock { unguarded } }
    set { lock.withLock { unguarded = newValue } }
  }
}
