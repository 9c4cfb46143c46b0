// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation
import Testing

@Suite struct CLRegionTests {
  private let center = CLLocationCoordinate2D(latitude: 1, longitude: 2)

  private func circle(_ identifier: String = "x", radius: Double = 70.65) -> CLCircularRegion {
    CLCircularRegion(center: center, radius: radius, identifier: identifier)
  }

  @Test func equalityIsOfIdentifierAndExtent() {
    #expect(circle() == circle())
    #expect(circle().hash == circle().hash)
    #expect(circle() != circle("y"))
    #expect(circle() != circle(radius: 71))
    let beacon = CLBeaconRegion(uuid: UUID(), identifier: "x")
    #expect(circle() as CLRegion != beacon as CLRegion)
    #expect(Set([circle() as CLRegion, circle()]).count == 1)
  }

  @Test func theDescriptionIsTheOnePeopleParse() {
    #expect(
      circle().description
        == "CLCircularRegion (identifier:'x', center:<+1.00000000,+2.00000000>, radius:70.65m)")
  }

  @Test func containsWhatIsWithinTheRadius() {
    // A thousandth of a degree of latitude is 110.6 m there.
    let north = CLLocationCoordinate2D(latitude: 1.001, longitude: 2)
    #expect(circle(radius: 111).contains(north))
    #expect(!circle(radius: 110).contains(north))
    #expect(!circle(radius: .nan).contains(north))
    #expect(!circle(radius: 1e9).contains(kCLLocationCoordinate2DInvalid))
    let dateLine = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 0, longitude: 179.999), radius: 300, identifier: "")
    #expect(dateLine.contains(CLLocationCoordinate2D(latitude: 0, longitude: -179.999)))
  }

  @Test func archivesAndCopiesAreEqual() throws {
    let original = circle()
    original.notifyOnExit = false
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: original, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLCircularRegion.self, from: archive))
    let copy = try #require(original.copy() as? CLCircularRegion)
    for region in [back, copy] {
      #expect(region == original)
      #expect(region !== original)
      #expect((region.notifyOnEntry, region.notifyOnExit) == (true, false))
    }
    let uuid = try #require(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
    let beacon = CLBeaconRegion(uuid: uuid, major: 7, identifier: "b")
    let beaconArchive = try NSKeyedArchiver.archivedData(
      withRootObject: beacon, requiringSecureCoding: true)
    let beaconBack = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLBeaconRegion.self, from: beaconArchive))
    #expect(beaconBack == beacon)
    #expect((beaconBack.major, beaconBack.minor) == (7, nil))
  }
}
