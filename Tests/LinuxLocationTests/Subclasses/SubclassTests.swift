// Core Location for Linux. SPDX-License-Identifier: MIT
//
// In their tests, applications use subclasses for values that they cannot otherwise create. Subclasses see the module
// from outside.

import Foundation
import LinuxLocation
import Testing

@Suite struct SubclassTests {
  @Test func aLocationIsMadeByEachInitializerOfItsSuperclass() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    let rows: [(why: String, made: NamedLocation, speed: Double, courseAccuracy: Double)] = [
      ("nothing", NamedLocation(), -1, -1),
      ("a place", NamedLocation(latitude: 1, longitude: 2), -1, -1),
      ("a fix", NamedLocation(at: place, now), -1, -1),
      ("with its speed", NamedLocation(at: place, speed: 3, now), 3, -1),
      ("with accuracies", NamedLocation(at: place, speed: 3, courseAccuracy: 5, now), 3, 5),
      ("with its source", NamedLocation(at: place, from: Simulation(), now), 3, 5),
    ]
    for row in rows {
      #expect(row.made.name == "named", "\(row.why)")
      #expect(row.made.speed == row.speed, "\(row.why)")
      #expect(row.made.courseAccuracy == row.courseAccuracy, "\(row.why)")
    }
    #expect(rows[5].made.sourceInformation?.isSimulatedBySoftware == true)
  }

  @Test func anInitializerOfALocationCanBeOverridden() {
    let moved = MovedLocation(latitude: 1, longitude: 2)
    #expect(moved.coordinate.latitude == 2)
    #expect(MovedLocation().coordinate.latitude == 0)
  }

  @Test func whatWasMadeOfNothingSaysSo() {
    let heading = CLHeading()
    #expect((heading.magneticHeading, heading.trueHeading, heading.headingAccuracy) == (-1, -1, -1))
    #expect(heading.timestamp == .distantPast)
    #expect(CLFloor().level == 0)
    let beacon = CLBeacon()
    #expect(beacon.uuid.uuidString == "00000000-0000-0000-0000-000000000000")
    #expect((beacon.major, beacon.minor, beacon.rssi) == (0, 0, 0))
    #expect(beacon.proximity == .unknown)
    #expect((beacon.accuracy, beacon.timestamp) == (-1, .distantPast))
    let placemark = CLPlacemark()
    #expect(placemark.location == nil)
    #expect(placemark.name == nil)
    #expect(CLRegion().identifier.isEmpty)
    let circle = CLCircularRegion()
    #expect(!CLLocationCoordinate2DIsValid(circle.center))
    #expect(!circle.contains(circle.center))
    #expect(CLBeaconRegion().uuid == beacon.uuid)
    #expect(CLBeaconRegion().major == nil)
  }

  @Test func whatASubclassFillsIsRead() {
    #expect(Bow(90).trueHeading == 90)
    #expect(UpperFloor(level: 3).level == 3)
    #expect(NearBeacon().proximity == .near)
    #expect(Town().locality == "Paris")
    #expect(Ring().contains(CLLocationCoordinate2D(latitude: 0.0001, longitude: 0)))
    #expect(!Ring().contains(CLLocationCoordinate2D(latitude: 1, longitude: 0)))
    #expect(Shop(7).minor == 7)
    #expect(Shop(7).beaconIdentityConstraint.minor == 7)
    #expect(Simulation().isSimulatedBySoftware)
    #expect(!Simulation().isProducedByAccessory)
  }

  @Test func aSubclassIsAskedForFullAccuracyByItsMethodWithACompletion() async throws {
    let refusing = RefusingManager()
    await #expect(throws: CLError(.denied)) {
      try await refusing.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "no")
    }
    try await refusing.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "yes")
    // In an asynchronous function, this call would resolve to the asynchronous method.
    func ask() { refusing.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "later") }
    ask()
    #expect(refusing.asked == ["no", "yes", "later"])
  }
}

// Proof of Sendable: like their superclasses, these classes never change after initialization.
private final class NamedLocation: CLLocation, @unchecked Sendable {
  let name = "named"

  convenience init(at place: CLLocationCoordinate2D, _ time: Date) {
    self.init(
      coordinate: place, altitude: 0, horizontalAccuracy: 1, verticalAccuracy: 1, timestamp: time)
  }

  convenience init(at place: CLLocationCoordinate2D, speed: Double, _ time: Date) {
    self.init(
      coordinate: place, altitude: 0, horizontalAccuracy: 1, verticalAccuracy: 1, course: 0,
      speed: speed, timestamp: time)
  }

  convenience init(
    at place: CLLocationCoordinate2D, speed: Double, courseAccuracy: Double, _ time: Date
  ) {
    self.init(
      coordinate: place, altitude: 0, horizontalAccuracy: 1, verticalAccuracy: 1, course: 0,
      courseAccuracy: courseAccuracy, speed: speed, speedAccuracy: 1, timestamp: time)
  }

  convenience init(
    at place: CLLocationCoordinate2D, from source: CLLocationSourceInformation, _ time: Date
  ) {
    self.init(
      coordinate: place, altitude: 0, horizontalAccuracy: 1, verticalAccuracy: 1, course: 0,
      courseAccuracy: 5, speed: 3, speedAccuracy: 1, timestamp: time, sourceInfo: source)
  }
}

private final class MovedLocation: CLLocation, @unchecked Sendable {
  let offset: Double

  override init() {
    offset = 0
    super.init()
  }

  override init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    offset = 1
    super.init(latitude: latitude + offset, longitude: longitude)
  }

  required init?(coder: NSCoder) { nil }
}

private final class Simulation: CLLocationSourceInformation, @unchecked Sendable {
  override var isSimulatedBySoftware: Bool { true }
}

private final class Bow: CLHeading, @unchecked Sendable {
  private let direction: Double

  init(_ direction: Double) {
    self.direction = direction
    super.init()
  }

  required init?(coder: NSCoder) { nil }
  override var trueHeading: CLLocationDirection { direction }
}

private final class UpperFloor: CLFloor, @unchecked Sendable {
  private let number: Int

  init(level: Int) {
    number = level
    super.init()
  }

  required init?(coder: NSCoder) { nil }
  override var level: Int { number }
}

private final class NearBeacon: CLBeacon, @unchecked Sendable {
  override var proximity: CLProximity { .near }
}

private final class Town: CLPlacemark, @unchecked Sendable {
  override var locality: String? { "Paris" }
  @available(*, deprecated)
  override var addressDictionary: [AnyHashable: Any]? { ["City": "Paris"] }
}

private final class Ring: CLCircularRegion {
  override var center: CLLocationCoordinate2D { CLLocationCoordinate2D() }
  override var radius: CLLocationDistance { 100 }
}

private final class Shop: CLBeaconRegion {
  let number: CLBeaconMinorValue

  init(_ number: CLBeaconMinorValue) {
    self.number = number
    super.init(uuid: UUID(), major: 1, minor: number, identifier: "shop")
  }

  required init?(coder: NSCoder) { nil }
}

private final class RefusingManager: CLLocationManager {
  private(set) var asked: [String] = []

  override func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    asked.append(purposeKey)
    completion?(purposeKey == "no" ? CLError(.denied) : nil)
  }
}
