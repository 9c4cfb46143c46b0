// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationGeometry
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct CLLocationManagerTests {
  @Test func theDefaultsAreThoseOfIOS() {
    let manager = CLLocationManager(engine: LocationEngine())
    #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
    #expect(manager.distanceFilter == kCLDistanceFilterNone)
    #expect(manager.activityType == .other)
    #expect(manager.pausesLocationUpdatesAutomatically)
    #expect(!manager.allowsBackgroundLocationUpdates)
    #expect(!manager.showsBackgroundLocationIndicator)
    #expect(manager.headingFilter == 1)
    #expect(manager.headingOrientation == .portrait)
    #expect(manager.headingBody == nil)
    #expect(manager.location == nil)
    #expect(manager.heading == nil)
    #expect(manager.monitoredRegions.isEmpty)
    #expect(manager.delegate == nil)
  }

  @Test func settingsAreKept() {
    let manager = CLLocationManager(engine: LocationEngine())
    manager.distanceFilter = .nan
    manager.desiredAccuracy = -.infinity
    manager.activityType = .airborne
    manager.headingFilter = kCLHeadingFilterNone
    #expect(manager.distanceFilter.isNaN)
    #expect(manager.desiredAccuracy == -.infinity)
    #expect(manager.activityType == .airborne)
    #expect(manager.headingFilter == kCLHeadingFilterNone)
  }

  @Test(arguments: [(400.0, 360.0), (5, 5), (0, -1), (-7, -1), (.nan, -1)])
  func theHeadingFilterIsAnAngle(set: Double, kept: Double) {
    let manager = CLLocationManager(engine: LocationEngine())
    manager.headingFilter = set
    #expect(manager.headingFilter == kept)
  }

  @Test func anOrientationThatIsNotUprightIsIgnored() {
    let manager = CLLocationManager(engine: LocationEngine())
    manager.headingOrientation = .landscapeLeft
    for orientation in [CLDeviceOrientation.unknown, .faceUp, .faceDown] {
      manager.headingOrientation = orientation
      #expect(manager.headingOrientation == .landscapeLeft)
    }
  }

  @Test func aHeadingIsKnownOnceHeadingsHaveBeenStarted() {
    let engine = LocationEngine()
    let (follower, other) = (CLLocationManager(engine: engine), CLLocationManager(engine: engine))
    follower.startUpdatingHeading()
    var heading = Heading(.magneticNorth, at: nil)
    heading.magneticHeading = 98
    engine.change {
      $0.received(ReceiverEvent(.report(.heading(heading)), at: .now), at: .now, into: &$1)
      $0.elapse(to: .now + .seconds(5), into: &$1)
    }
    follower.stopUpdatingHeading()
    #expect(follower.heading?.magneticHeading == 98)
    #expect(other.heading == nil)
  }

  @Test func theBodyOfHeadingsIsKeptAndReleasedOutsideTheLock() {
    final class Body: NSObject, CLBodyIdentifiable {
      let manager: CLLocationManager
      init(_ manager: CLLocationManager) { self.manager = manager }
      // Under the manager's lock, this would wait forever.
      deinit { _ = manager.delegate }
    }
    let manager = CLLocationManager(engine: LocationEngine())
    var body: Body? = Body(manager)
    manager.headingBody = body
    #expect(manager.headingBody === body)
    weak let kept = body
    body = nil
    #expect(kept != nil)
    manager.headingBody = nil
    #expect(kept == nil)
  }

  @Test func everyManagerKnowsTheNewestLocation() {
    let engine = LocationEngine()
    let manager = CLLocationManager(engine: engine)
    engine.receive(TestLocations.location(after: 1))
    #expect(manager.location?.timestamp == TestLocations.start + 1)
    #expect(CLLocationManager(engine: engine).location === manager.location)
  }

  @Test func whatThereIsNoHardwareForAnswersSo() async {
    let (manager, diary) = (CLLocationManager(engine: LocationEngine()), OldDiary())
    manager.delegate = diary
    let constraint = CLBeaconIdentityConstraint(uuid: UUID())
    manager.startRangingBeacons(satisfying: constraint)
    #expect(manager.rangedBeaconConstraints == [constraint])
    manager.stopRangingBeacons(satisfying: constraint)
    #expect(manager.rangedBeaconConstraints.isEmpty)
    #expect(await diary.has(2))
    #expect(diary.words == ["status 3", "no ranging 16"])
    #expect(!CLLocationManager.isRangingAvailable())
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: NSString.self))
    await #expect(throws: CLLocationPushServiceError(.unsupportedPlatform)) {
      try await manager.startMonitoringLocationPushes()
    }
  }

  @Test func theOlderCallbackIsCalledWhereTheNewerIsMissing() async {
    let authorizer = TestAuthorizer(Permission(status: .notDetermined))
    let engine = LocationEngine(QuietSource(), authorizer)
    let (older, newer) = (CLLocationManager(engine: engine), CLLocationManager(engine: engine))
    let (old, new) = (OldDiary(), Diary())
    older.delegate = old
    newer.delegate = new
    // A delivery reads the authorization when it arrives.
    #expect(await old.has(1))
    #expect(await new.has(1))
    authorizer.permission = Permission(status: .authorizedWhenInUse)
    #expect(await old.has(2))
    #expect(await new.has(2))
    #expect(old.words == ["status 0", "status 4"])
    #expect(new.words == ["authorization 0", "authorization 4"])
  }

  @Test func aDelegateCanBeCalledAsOneWithOptionalMethods() {
    let manager = CLLocationManager(engine: LocationEngine())
    let diary = Diary()
    let delegate: (any CLLocationManagerDelegate)? = diary
    delegate?.locationManager?(manager, didUpdateLocations: [TestLocations.location(after: 4)])
    delegate?.locationManager?(manager, didFailWithError: CLError(.network))
    delegate?.locationManagerDidChangeAuthorization?(manager)
    delegate?.locationManagerDidPauseLocationUpdates?(manager)
    #expect(diary.words == ["at 4", "failed 2", "authorization 3"])
  }

  @Test func asksForFullAccuracyAndAnswersWhereCallbacksArrive() async throws {
    let authorizer = TestAuthorizer(
      Permission(status: .authorizedWhenInUse, accuracy: .reducedAccuracy))
    let manager = CLLocationManager(engine: LocationEngine(QuietSource(), authorizer))
    let isOnMainQueue = await withCheckedContinuation { continuation in
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Turns") { error in
        continuation.resume(returning: error == nil && MainCallbackQueue.isCurrent)
      }
    }
    #expect(isOnMainQueue)
    authorizer.permission = Permission(status: .authorizedWhenInUse)
    let error = await #expect(throws: CLError.self) {
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Turns")
    }
    #expect(error?.code == .promptDeclined)
    #expect(authorizer.requests == ["full accuracy: Turns", "full accuracy: Turns"])
  }

  @available(*, deprecated, message: "It calls what is deprecated")
  @Test func deferringCancelsARequest() {
    let engine = LocationEngine()
    let manager = CLLocationManager(engine: engine)
    manager.requestLocation()
    #expect(engine.read { $0.clients[manager.client]?.request } != nil)
    manager.allowDeferredLocationUpdates(untilTraveled: 1, timeout: 1)
    #expect(engine.read { $0.clients[manager.client]?.request } == nil)
  }

  /// A model as applications write it: a manager is not Sendable, so the call must not leave the main actor.
  @MainActor private final class Model {
    let manager: CLLocationManager
    init(_ manager: CLLocationManager) { self.manager = manager }

    func becomeExact() async throws {
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Turns")
    }
  }

  @MainActor @Test func isAskedForFullAccuracyByAModelOfTheMainActor() async throws {
    let authorizer = TestAuthorizer(
      Permission(status: .authorizedWhenInUse, accuracy: .reducedAccuracy))
    let engine = LocationEngine(QuietSource(), authorizer)
    try await Model(CLLocationManager(engine: engine)).becomeExact()
    #expect(authorizer.requests == ["full accuracy: Turns"])
  }

  @Test func subclassesReplaceWhatTheyLike() {
    final class Fake: CLLocationManager {
      override var location: CLLocation? { TestLocations.location(after: 9) }
      override var authorizationStatus: CLAuthorizationStatus { .restricted }
      override class func locationServicesEnabled() -> Bool { false }
      override func startUpdatingLocation() {
        delegate?.locationManager(self, didUpdateLocations: [])
      }
    }
    let fake = Fake(engine: LocationEngine())
    #expect(fake.location?.timestamp == TestLocations.start + 9)
    #expect(fake.authorizationStatus == .restricted)
    #expect(!Fake.locationServicesEnabled())
  }

  /// The manager's callbacks arrive on the main queue, after what the test does without suspension.
  @MainActor @Test func aCrossingBeforeTheLaunchIsForgottenWithItsRegion() async throws {
    let scratch = try ScratchFolder()
    let home = CLCircularRegion(center: TestLocations.origin, radius: 100, identifier: "home")
    let unable = CLCircularRegion(center: TestLocations.origin, radius: -1, identifier: "last")
    let directory = StateDirectory(root: scratch.url, application: "org.example.app")
    try directory.file("regions", "regions").write([
      RegionMonitor.Stored(
        region: CircularRegion(home), state: CLRegionState.inside.rawValue)
    ])
    try directory.waking.make()
    let place = try #require(
      StoredLocation(any: TestLocations.fix(TestLocations.location(north: 500))))
    _ = try directory.waking.add(
      WakeEvent(.region(identifier: "home", .outside), at: place))
    let engine = LocationEngine(directory: directory)
    let (manager, diary) = (CLLocationManager(engine: engine), Diary())
    manager.delegate = diary
    manager.stopMonitoring(for: home)
    manager.startMonitoring(for: home)
    manager.startMonitoring(for: unable)
    #expect(await diary.has(3))
    #expect(diary.words == ["authorization 3", "monitoring home", "not monitoring last"])
    engine.finishStoring()
    #expect(directory.waking.events().isEmpty)
    // Nor is another manager told, which comes a little later.
    let (another, second) = (CLLocationManager(engine: engine), Diary())
    another.delegate = second
    another.startMonitoring(for: unable)
    #expect(await second.has(2))
    #expect(second.words == ["authorization 3", "not monitoring last"])
    withExtendedLifetime(manager) {}
  }
}

/// A delegate written for iOS 13, with only the older callback.
// Proof of Sendable: the lock guards everything that changes.
private final class OldDiary: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var unguarded: [String] = []

  var words: [String] { lock.withLock { unguarded } }

  func has(_ count: Int) async -> Bool { await eventually { words.count >= count } }

  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    lock.withLock { unguarded.append("status \(status.rawValue)") }
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    lock.withLock { unguarded.append("no ranging \((error as? CLError)?.code.rawValue ?? -1)") }
  }
}
