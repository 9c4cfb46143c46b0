// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Archives that Apple's devices write, and those that they can read.

import Foundation
import LinuxLocation
import Testing

@Suite struct DeviceArchiveTests {
  /// A keyed archive as a property list, which a test reads and writes by hand.
  private struct Archive {
    /// The objects, of which the first is no object and the second is the root.
    var objects: [Any] = ["$null"]

    /// Writes an archive of one object of a class with numbers.
    static func data(_ className: String, _ values: [String: Any]) throws -> Data {
      var root = values
      root["$class"] = ["CF$UID": 2]
      let classes =
        ["$classname": className, "$classes": [className, "NSObject"]] as [String: Any]
      var texts: [String] = []
      for (key, value) in values {
        guard let text = value as? String else { continue }
        root[key] = ["CF$UID": 3 + texts.count]
        texts.append(text)
      }
      let list: [String: Any] = [
        "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": ["CF$UID": 1]],
        "$objects": ["$null", root, classes] + texts,
      ]
      // The references are a type of their own in a binary list, which the text form shows as dictionaries.
      return try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    }

    init(_ object: some NSObject & NSSecureCoding) throws {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.outputFormat = .xml
      archiver.encode(object, forKey: NSKeyedArchiveRootObjectKey)
      archiver.finishEncoding()
      let list = try PropertyListSerialization.propertyList(from: archiver.encodedData, format: nil)
      objects = (list as? [String: Any])?["$objects"] as? [Any] ?? []
    }

    var root: [String: Any] { objects.dropFirst().first as? [String: Any] ?? [:] }
    /// The classes that may read the objects, by the names that the archive has for them.
    var replacements: [String] {
      objects.compactMap { ($0 as? [String: Any])?["$classhints"] as? [String] }.flatMap(\.self)
    }
  }

  private func read<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type, _ className: String, _ values: [String: Any]
  ) throws -> Object {
    try #require(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: type, from: try Archive.data(className, values)))
  }

  private let position: [String: Any] = [
    "kCLLocationCodingKeyCoordinateLatitude": 47.5, "kCLLocationCodingKeyCoordinateLongitude": 9.7,
    "kCLLocationCodingKeyHorizontalAccuracy": 5.0, "kCLLocationCodingKeyAltitude": 400.0,
    "kCLLocationCodingKeyVerticalAccuracy": 3.0, "kCLLocationCodingKeySpeed": 1.5,
    "kCLLocationCodingKeySpeedAccuracy": 0.5, "kCLLocationCodingKeyCourse": 90.0,
    "kCLLocationCodingKeyCourseAccuracy": 4.0, "kCLLocationCodingKeyTimestamp": 700_000_000.25,
    "kCLLocationCodingKeyEllipsoidalAltitude": 447.0, "kCLLocationCodingKeyType": 1,
    "kCLLocationCodingKeyLifespan": 10.0, "kCLLocationCodingKeyIntegrity": 0,
  ]

  @Test(arguments: [(2_147_483_647, nil), (3, 3)] as [(Int, Int?)])
  func aLocationOfADeviceIsRead(floor: Int, level: Int?) throws {
    var values = position
    values["kCLLocationCodingKeyFloor"] = floor
    let location = try read(CLLocation.self, "CLLocation", values)
    #expect((location.coordinate.latitude, location.coordinate.longitude) == (47.5, 9.7))
    #expect((location.altitude, location.ellipsoidalAltitude) == (400, 447))
    #expect((location.horizontalAccuracy, location.verticalAccuracy) == (5, 3))
    #expect((location.speed, location.speedAccuracy) == (1.5, 0.5))
    #expect((location.course, location.courseAccuracy) == (90, 4))
    #expect(location.timestamp.timeIntervalSinceReferenceDate == 700_000_000.25)
    #expect(location.floor?.level == level)
  }

  @Test func aDeviceCanReadALocation() throws {
    let location = try read(CLLocation.self, "CLLocation", position)
    let archive = try Archive(location)
    for (key, value) in position where !key.hasSuffix("Type") && !key.hasSuffix("Lifespan") {
      #expect(archive.root[key] as? Double == (value as? Double ?? 0), "\(key)")
    }
    #expect(archive.root["kCLLocationCodingKeyRawCoordinateLatitude"] as? Double == 47.5)
    #expect(archive.root["kCLLocationCodingKeyFloor"] as? Int == 2_147_483_647)
    #expect(archive.replacements == ["CLLocation"])
  }

  @Test func aCircleOfADeviceIsRead() throws {
    let values: [String: Any] = [
      "kCLRegionCodingKeyNotifyOnEntry": true, "kCLRegionCodingKeyNotifyOnExit": false,
      "kCLCircularRegionCodingKeyCenterLatitude": 47.5,
      "kCLCircularRegionCodingKeyCenterLongitude": 9.7, "kCLCircularRegionCodingKeyRadius": 120.0,
      "kCLRegionCodingKeyIdentifier": "harbor",
    ]
    let circle = try read(CLCircularRegion.self, "CLCircularRegion", values)
    #expect((circle.identifier, circle.radius, circle.center.latitude) == ("harbor", 120, 47.5))
    #expect((circle.notifyOnEntry, circle.notifyOnExit) == (true, false))
    #expect(try Archive(circle).root["kCLRegionCodingKeyRegionType"] as? Int == 1)
  }

  @Test func aHeadingOfADeviceIsRead() throws {
    let heading = try read(
      CLHeading.self, "CLHeading",
      [
        "kCLHeadingCodingKeyMagneticHeading": 271.5, "kCLHeadingCodingKeyTrueHeading": 274.0,
        "kCLHeadingCodingKeyAccuracy": 10.0, "kCLHeadingCodingKeyTimestamp": 700_000_000.0,
      ])
    #expect((heading.magneticHeading, heading.trueHeading) == (271.5, 274))
    #expect(heading.headingAccuracy == 10)
    #expect(try Archive(heading).replacements == ["CLHeading"])
  }

  @Test func everyClassNamesTheOneThatReplacesItOnADevice() throws {
    let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
    let objects: [(any NSObject & NSSecureCoding, String)] = [
      (CLVisit(), "CLVisit"), (CLFloor(), "CLFloor"), (CLBeacon(), "CLBeacon"),
      (CLPlacemark(), "CLPlacemark"),
      (CLCircularRegion(center: place, radius: 5, identifier: "c"), "CLCircularRegion"),
      (CLBeaconRegion(uuid: UUID(), identifier: "b"), "CLBeaconRegion"),
      (CLBeaconIdentityConstraint(uuid: UUID()), "CLBeaconIdentityConstraint"),
      (CLLocationSourceInformation(), "CLLocationSourceInformation"),
    ]
    for (object, name) in objects {
      #expect(try Archive(object).replacements.contains(name))
    }
  }

  @Test func aVisitIsDescribedAsOnDevices() throws {
    let visit = try read(
      CLVisit.self, "CLVisit",
      [
        "kCLVisitCodingKeyLatitude": 47.5, "kCLVisitCodingKeyLongitude": 9.7,
        "kCLVisitCodingKeyHorizontalAccuracy": 5.0,
      ])
    #expect(visit.description == "<+47.50000000, +9.70000000> +/- 5.00m (- to -)")
  }
}
