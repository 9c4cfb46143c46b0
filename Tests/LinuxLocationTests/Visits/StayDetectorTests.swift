// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationGeometry
import ReceiverSimulator
import Testing

@testable import LinuxLocation

@Suite struct StayDetectorTests {
  private var detector = StayDetector()

  /// Returns the visits that are reported during a stay, `north` meters from the origin, with one location per second.
  private mutating func visits(north: Double, _ seconds: ClosedRange<Int>) -> [CLVisit.Fields] {
    seconds.compactMap {
      detector.received(TestLocations.location(north: north, after: Double($0)))
    }
  }

  private func seconds(_ date: Date) -> Double { date.timeIntervalSince(TestLocations.start) }

  @Test mutating func aStayThatHadBegunBeforeHasNoArrival() throws {
    let told = visits(north: 0, 0...400)
    #expect(told.count == 1)
    #expect(told.first?.arrivalDate == .distantPast)
    #expect(told.first?.departureDate == .distantFuture)
  }

  @Test func aVisitIsDescribedAsOnDevices() {
    let visit = CLVisit(
      CLVisit.Fields(
        arrivalDate: Date(timeIntervalSince1970: 0),
        coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 9.7), horizontalAccuracy: 5))
    #expect(
      visit.description
        == "<+47.50000000, +9.70000000> +/- 5.00m (1970-01-01 00:00:00 +0000 to -)")
  }

  @Test(
    "a visit is never more accurate than its locations",
    arguments: [("as they are", 5.0, 5.0), ("unknown: as large as a stay may be", -1, 100)])
  mutating func itsRadius(why: String, accuracy: Double, expected: Double) {
    var visits: [CLVisit.Fields] = []
    for second in 0...400 {
      let location = TestLocations.location(after: Double(second), accuracy: accuracy)
      if let visit = detector.received(location) { visits.append(visit) }
    }
    #expect(visits.map(\.horizontalAccuracy) == [expected], "\(why)")
  }

  @Test mutating func tellsArrivalAndDeparture() throws {
    // A drive at 20 m/s, then a stay, then a drive.
    for second in 0...100 {
      let visit = detector.received(
        TestLocations.location(north: -2000 + 20 * Double(second), after: Double(second)))
      #expect(visit == nil)
    }
    let arrival = visits(north: 0, 101...500)
    #expect(arrival.count == 1)
    let first = try #require(arrival.first)
    // The visit begins within 100 m of the center: in the last 5 seconds of the drive at the earliest.
    #expect((95...102).contains(seconds(first.arrivalDate)))
    #expect(first.coordinate.distance(from: TestLocations.origin) < 100)
    var departure: CLVisit.Fields?
    for second in 501...600 where departure == nil {
      departure = detector.received(
        TestLocations.location(north: 20 * Double(second - 500), after: Double(second)))
    }
    let last = try #require(departure)
    #expect(last.arrivalDate == first.arrivalDate)
    #expect((504...506).contains(seconds(last.departureDate)))
  }

  @Test(
    "a clock that is set back loses no departure",
    arguments: [
      ("elsewhere: the visit is over", 5000.0, -3600, 400.0),
      ("in the same place: the visit goes on", 0, -3600, -3000),
    ] as [(why: String, north: Double, second: Int, departure: Double)])
  mutating func aClockThatIsSetBack(
    why: String, north: Double, second: Int, departure: Double
  ) throws {
    _ = visits(north: -1000, 0...10)
    let arrival = try #require(visits(north: 0, 11...400).first)
    #expect((11...12).contains(seconds(arrival.arrivalDate)))
    var told = visits(north: north, second...second)
    if told.isEmpty { told = visits(north: north, second + 1...second + 600) }
    if told.isEmpty { told = visits(north: 5000, second + 601...second + 700) }
    #expect(told.count == 1, "\(why)")
    let visit = try #require(told.first)
    #expect(seconds(visit.departureDate) == departure, "\(why)")
    // By the clock as it is now, the arrival would be after the departure.
    #expect(visit.arrivalDate == (north == 0 ? .distantPast : arrival.arrivalDate), "\(why)")
  }

  @Test mutating func aStopAtALightIsNoVisit() {
    var told = visits(north: 0, 0...200)
    told += visits(north: 500, 201...400)
    told += visits(north: 1000, 401...600)
    #expect(told.isEmpty)
  }

  @Test mutating func outliersEndNothing() {
    var told = visits(north: 0, 0...100)
    told += visits(north: 300, 101...101)
    told += visits(north: 0, 102...400)
    told += visits(north: 300, 401...430)
    told += visits(north: 0, 431...600)
    #expect(told.count == 1)
  }

  @Test mutating func aDayAtOnePlaceIsOneVisit() {
    var generator = SplitMix64(seed: 7)
    var count = 0
    for second in 0..<86_400 {
      let isOutlier = generator.uniform() < 0.002
      let north = generator.gaussian() * 5 + (isOutlier ? 200 : 0)
      let fix = TestLocations.location(
        north: north, east: generator.gaussian() * 5, after: Double(second), accuracy: 7.6)
      if detector.received(fix) != nil { count += 1 }
    }
    #expect(count == 1)
  }

  @Test func managersAreToldOfVisits() {
    var story = EngineStory()
    let (one, two) = (story.manager(), story.manager())
    story.state.setVisits(true, one, into: &story.effects)
    for second in stride(from: 0.0, through: 400, by: 10) {
      story.receive(TestLocations.location(after: second))
    }
    for second in stride(from: 410.0, through: 500, by: 10) {
      story.receive(TestLocations.location(north: 1000, after: second))
    }
    let deliveries = story.performed().deliveries
    #expect(deliveries.filter { $0.client == one }.count == 2)
    #expect(deliveries.allSatisfy { $0.client != two })
  }
}
