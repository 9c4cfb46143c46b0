// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Subclasses archive what they add under keys of their own choice, such as the names of properties that they inherit.

import Foundation
import LinuxLocation
import Testing

@Suite struct ArchivedSubclassTests {
  private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: true)
    return try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: archive))
  }

  @Test func aLocationMayHaveASpeedOfItsOwn() throws {
    let back = try archived(RatedLocation(latitude: 1, longitude: 2))
    #expect((back.coordinate.latitude, back.coordinate.longitude, back.speed) == (1, 2, -1))
    #expect(back.rating == "fast")
  }

  @Test func aRegionMayHaveARadiusOfItsOwn() throws {
    let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    let back = try archived(RatedRegion(center: place, radius: 70, identifier: "x"))
    #expect((back.radius, back.identifier, back.rating) == (70, "x", "wide"))
  }

  @Test func aBeaconIsArchivedByASubclassAlone() throws {
    let back = try archived(NamedBeacon())
    #expect((back.name, back.rssi, back.proximity) == ("door", 0, .unknown))
  }

  @Test func everyOtherValueSurvives() throws {
    let source = CLLocationSourceInformation(
      softwareSimulationState: true, andExternalAccessoryState: false)
    #expect(try archived(source).isSimulatedBySoftware)
    #expect(try archived(CLVisit()).departureDate == .distantFuture)
    #expect(try archived(CLHeading()).trueHeading == -1)
    #expect(try archived(CLFloor()).level == 0)
    let constraint = CLBeaconIdentityConstraint(uuid: UUID(), major: 7)
    #expect(try archived(constraint) == constraint)
  }
}

private func text(_ coder: NSCoder, _ key: String) -> String? {
  coder.decodeObject(of: NSString.self, forKey: key)?._bridgeToSwift()
}

// None is private, since archives name classes that can be found by their names.

// Proof of Sendable: like its superclass, it never changes after initialization.
final class RatedLocation: CLLocation, @unchecked Sendable {
  let rating: String?

  override init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    rating = "fast"
    super.init(latitude: latitude, longitude: longitude)
  }

  required init?(coder: NSCoder) {
    rating = text(coder, "speed")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(rating.map(NSString.init(string:)), forKey: "speed")
  }
}

final class RatedRegion: CLCircularRegion {
  let rating: String?

  override init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    rating = "wide"
    super.init(center: center, radius: radius, identifier: identifier)
  }

  required init?(coder: NSCoder) {
    rating = text(coder, "radius")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(rating.map(NSString.init(string:)), forKey: "radius")
  }
}

// Proof of Sendable: like its superclass, it never changes after initialization.
final class NamedBeacon: CLBeacon, @unchecked Sendable {
  let name: String?

  override init() {
    name = "door"
    super.init()
  }

  required init?(coder: NSCoder) {
    name = text(coder, "name")
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    coder.encode(name.map(NSString.init(string:)), forKey: "name")
  }
}
