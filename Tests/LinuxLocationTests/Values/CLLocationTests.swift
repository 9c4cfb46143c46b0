// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation
import Testing

@Suite struct CLLocationTests {
  let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func aPlaceAloneIsNoFix() {
    let place = CLLocation(latitude: 48.85, longitude: 2.35)
    #expect(place.coordinate.latitude == 48.85)
    #expect(place.coordinate.longitude == 2.35)
    #expect((place.altitude, place.horizontalAccuracy) == (0, 0))
    #expect(place.verticalAccuracy == -1)
    #expect((place.speed, place.speedAccuracy) == (-1, -1))
    #expect((place.course, place.courseAccuracy) == (-1, -1))
    #expect(place.floor == nil)
    #expect(abs(place.timestamp.timeIntervalSinceNow) < 60)
  }

  @Test func withoutMoreSpeedAndCourseAreNotValid() {
    let location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 3,
      horizontalAccuracy: 4, verticalAccuracy: 5, timestamp: now)
    #expect((location.altitude, location.horizontalAccuracy) == (3, 4))
    #expect((location.verticalAccuracy, location.timestamp) == (5, now))
    #expect((location.speed, location.course) == (-1, -1))
    #expect((location.speedAccuracy, location.courseAccuracy) == (-1, -1))
  }

  private var full: CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 37.33233141, longitude: -122.0312186),
      altitude: 12.5, horizontalAccuracy: 5, verticalAccuracy: 8, course: 271.5,
      courseAccuracy: 2.5, speed: 1.25, speedAccuracy: 0.5, timestamp: now,
      sourceInfo: CLLocationSourceInformation(
        softwareSimulationState: true, andExternalAccessoryState: false))
  }

  @Test func anArchiveKeepsEverything() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: full, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: archive))
    #expect(back.coordinate.latitude == 37.33233141)
    #expect(back.coordinate.longitude == -122.0312186)
    #expect((back.altitude, back.horizontalAccuracy, back.verticalAccuracy) == (12.5, 5, 8))
    #expect((back.course, back.courseAccuracy) == (271.5, 2.5))
    #expect((back.speed, back.speedAccuracy) == (1.25, 0.5))
    #expect(back.timestamp == now)
    #expect(back.sourceInformation?.isSimulatedBySoftware == true)
    #expect(back.sourceInformation?.isProducedByAccessory == false)
  }

  @Test func anArchiveKeepsWhatIsNoNumber() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: CLLocation(latitude: .nan, longitude: .infinity), requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: archive))
    #expect(back.coordinate.latitude.isNaN && back.coordinate.longitude == .infinity)
  }

  @Test(arguments: ["kCLLocationCodingKeyTimestamp", "kCLLocationCodingKeyCoordinateLatitude"])
  func anArchiveWithoutItsPlaceOrTimeContainsNoLocation(missing: String) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    for key in ["CoordinateLatitude", "CoordinateLongitude", "Timestamp"] {
      let key = "kCLLocationCodingKey" + key
      if key != missing { archiver.encode(7.0, forKey: key) }
    }
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CLLocation(coder: unarchiver) == nil)
  }

  @Test func aLocationOfAnApplicationIsNeitherSimulatedNorOfAReceiver() throws {
    let source = try #require(CLLocation(latitude: 1, longitude: 2).sourceInformation)
    #expect((source.isSimulatedBySoftware, source.isProducedByAccessory) == (false, false))
  }

  @Test func itIsEqualOnlyToItself() {
    let location = full
    #expect(location == location)
    #expect(location != full)
    #expect(location.copy() as? CLLocation === location)
  }

  @Test func theDescriptionIsTheOnePeopleParse() {
    #expect(
      full.description.hasPrefix(
        "<+37.33233141,-122.03121860> +/- 5.00m (speed 1.25 mps / course 271.50) @ "))
  }

  @Test(
    "numbers that are none pass through and break nothing",
    arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func takesAnyNumber(number: Double) {
    let odd = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: number, longitude: number), altitude: number,
      horizontalAccuracy: number, verticalAccuracy: number, timestamp: now)
    #expect(!CLLocationCoordinate2DIsValid(odd.coordinate))
    #expect(odd.description.hasPrefix("<"))
    #expect(odd.distance(from: full).isNaN)
  }
}
