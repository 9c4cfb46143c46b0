// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation
import Testing

@Suite struct CLRegionTests {
  private let center = CLLocationCoordinate2D(latitude: 1, longitude: 2)

  private func circle(_ identifier: String = "x", radius: Double = 70.65) -> CLCircularRegion {
    CLCircularRegion(center: center, radius: radius, identifier: identifier)
  }

  @Test func equalityIsOfClassAndIdentifier() {
    #expect(circle() == circle(radius: 71))
    #expect(circle().hash == circle(radius: 71).hash)
    #expect(circle() != circle("y"))
    let beacon = CLBeaconRegion(uuid: UUID(), identifier: "x")
    #expect(circle() as CLRegion != beacon as CLRegion)
    #expect(beacon == CLBeaconRegion(uuid: UUID(), identifier: "x"))
    var regions: Set<CLRegion> = [circle(), beacon]
    #expect(regions.remove(circle(radius: 9)) != nil)
    #expect(regions == [CLBeaconRegion(uuid: UUID(), major: 1, identifier: "x")])
  }

  @Test func beaconsWithoutAnIdentifierAreComparedThemselves() {
    let uuid = UUID()
    let nameless = CLBeaconRegion(uuid: uuid, identifier: "")
    #expect(nameless == CLBeaconRegion(uuid: uuid, identifier: ""))
    #expect(nameless.hash == CLBeaconRegion(uuid: uuid, identifier: "").hash)
    #expect(nameless != CLBeaconRegion(uuid: uuid, major: 1, identifier: ""))
  }

  @Test func beaconsAreAdvertisedAsDevicesDo() throws {
    let uuid = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
    let region = CLBeaconRegion(uuid: uuid, major: 0x1234, identifier: "b")
    func bytes(_ power: NSNumber?) throws -> [UInt8] {
      let data = region.peripheralData(withMeasuredPower: power)
      return Array(try #require(data["kCBAdvDataAppleBeaconKey"] as? Data))
    }
    #expect(try bytes(-70) == Array(0..<16) + [0x12, 0x34, 0, 0, 0xBA])
    #expect(try bytes(nil).last == 0xC5)
  }

  @Test func beaconsAreDescribedAsOnDevices() throws {
    let uuid = try #require(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
    #expect(
      CLBeaconRegion(uuid: uuid, major: 7, identifier: "b").description
        == "CLBeaconRegion (identifier:'b', uuid:\(uuid.uuidString), major:7, minor:(null))")
    #expect(
      CLBeacon().description
        == "CLBeacon (uuid:00000000-0000-0000-0000-000000000000, major:0, minor:0, "
        + "proximity:0 +/- -1.00m, rssi:0)")
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
      #expect((region.center.latitude, region.center.longitude, region.radius) == (1, 2, 70.65))
    }
    let uuid = try #require(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
    let beacon = CLBeaconRegion(uuid: uuid, major: 7, identifier: "b")
    let beaconArchive = try NSKeyedArchiver.archivedData(
      withRootObject: beacon, requiringSecureCoding: true)
    let beaconBack = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLBeaconRegion.self, from: beaconArchive))
    #expect(beaconBack == beacon)
    #expect((beaconBack.uuid, beaconBack.major, beaconBack.minor) == (uuid, 7, nil))
  }
}
