// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationProtocols
import NMEA0183
import Testing

@testable import LinuxLocation

@Suite struct CompassTests {
  /// Returns the headings that a pipeline reads from sentences.
  private func headings(_ bodies: String...) -> [Heading] {
    var pipeline = FixPipeline()
    var headings: [Heading] = []
    for body in bodies {
      let bytes = Array(SentenceEncoder.sentence(body: body).utf8)
      pipeline.push(bytes.span.bytes) { event in
        if case .heading(let heading) = event { headings.append(heading) }
      }
    }
    return headings
  }

  private func heading(_ body: String) throws -> Heading { try #require(headings(body).first) }

  @Test func theFirstHeadingHasTheTimeOfTheFirstPosition() throws {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.startHeading()
    story.receive(.report(.heading(try heading("HCHDG,98.3,0.0,E,12.6,W"))))
    #expect(story.delivered(to: manager) == [])
    story.receive(TestLocations.location(after: 7))
    #expect(story.delivered(to: manager) == ["heading 98"])
    #expect(story.state.compass.last?.timestamp == TestLocations.start + 7)
  }

  @Test(arguments: [CLAuthorizationStatus.notDetermined, .denied, .restricted])
  func headingsRevealNoPlaceAndNeedNoPermission(status: CLAuthorizationStatus) throws {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.clients[manager]?.startHeading()
    #expect(story.state.needsReceiver && story.state.demand.use.isEmpty)
    story.wait(.seconds(2))
    #expect(!story.performed().requestsImplicitly)
    story.receive(TestLocations.location(after: 7))
    #expect(story.state.visibleLocation == nil)
    #expect(story.performed().location == nil)
    story.permit { $0.isInUse = false }
    story.receive(.report(.heading(try heading("HCHDM,98.3,M"))))
    story.wait(.seconds(2))
    #expect(story.delivered(to: manager) == ["heading 98"])
    // The difference to true north would say where the device is.
    #expect(story.state.compass.last?.trueHeading == -1)
  }

  @Test func headingsInTheBackgroundContainNoVariation() throws {
    var story = EngineStory(.authorizedWhenInUse)
    let manager = story.manager()
    story.state.clients[manager]?.startHeading()
    story.permit { $0.isInUse = false }
    story.receive(TestLocations.location(after: 7))
    story.receive(.report(.heading(try heading("HCHDG,98.0,1.0,E,10.0,W"))))
    story.wait(.seconds(2))
    #expect(story.delivered(to: manager) == ["heading 99"])
    #expect(story.state.compass.last?.trueHeading == -1)
  }

  @Test func aCompassWithoutAReceiverIsDatedByTheMachine() throws {
    var story = EngineStory()
    let manager = story.manager()
    story.state.clients[manager]?.startHeading()
    story.receive(.report(.heading(try heading("HCHDM,98.3,M"))))
    story.wait(.milliseconds(1999))
    #expect(story.delivered(to: manager) == [])
    story.wait(.milliseconds(1))
    #expect(story.delivered(to: manager) == ["heading 98"])
    // From then on, headings are delivered without delay.
    story.receive(.report(.heading(try heading("HCHDM,101.3,M"))))
    #expect(story.delivered(to: manager) == ["heading 101"])
    #expect(abs(try #require(story.state.compass.last).timestamp.timeIntervalSinceNow) < 60)
  }

  @Test func headingsAfterAPositionHaveItsTime() throws {
    var story = EngineStory()
    let found = headings(
      "GPRMC,120000.00,A,4807.038,N,01131.000,E,0.0,,231126,,,A",
      "GPRMC,120001.00,A,4807.038,N,01131.000,E,0.0,,231126,,,A", "HEHDT,270.0,T")
    story.receive(.report(.heading(try #require(found.first))))
    // 23 November 2026, 12:00:00.
    #expect(story.state.compass.last?.timestamp.timeIntervalSince1970 ?? 0 >= 1_795_435_200)
    #expect(story.state.compass.last?.timestamp.timeIntervalSince1970 ?? 0 <= 1_795_435_201)
  }

  @Test(
    arguments: [
      ("a receiver is silent about its compass", 29.0, true),
      ("a receiver that has none", 30, false),
    ] as [(String, Double, Bool)])
  func isAvailableUntilTheContraryIsKnown(why: String, seconds: Double, expected: Bool) {
    var story = EngineStory()
    #expect(story.state.compass.isAvailable)
    for second in stride(from: 0, through: seconds, by: 1) {
      story.receive(TestLocations.location(after: second))
    }
    #expect(story.state.compass.isAvailable == expected, "\(why)")
    story.state.forgetSource()
    #expect(story.state.compass.isAvailable == expected, "\(why)")
    // Another receiver may have been plugged in.
    story.receive(.state(.starting))
    #expect(story.state.compass.isAvailable)
  }

  @Test func isNotAvailableWithoutAReceiver() throws {
    var story = EngineStory()
    story.receive(.state(.noReceiver))
    #expect(!story.state.compass.isAvailable)
    story.receive(.report(.heading(try heading("HEHDT,270.0,T"))))
    #expect(story.state.compass.isAvailable)
  }

  // MARK: North

  /// Washington in the middle of 2026: 11 degrees west according to the World Magnetic Model.
  private let washington = CLLocation(latitude: 38.9, longitude: -77)
  private let time = Date(timeIntervalSince1970: 1_782_000_000)

  @Test(
    arguments: [
      ("magnetic, nothing else known", "HCHDM,98.0,M", false, 98, -1, 5),
      ("magnetic, with the sentence's variation", "HCHDG,98.0,1.0,E,10.0,W", false, 99, 89, 5),
      ("magnetic, with the model", "HCHDM,5.0,M", true, 5, 354.2, 5),
      ("true, nothing else known", "HEHDT,98.0,T", false, -1, 98, 2),
      ("true, with the model", "HEHDT,355.0,T", true, 5.8, 355, 2.03),
    ] as [(String, String, Bool, Double, Double, Double)])
  func oneNorthFollowsFromTheOther(
    why: String, body: String, hasPlace: Bool, magnetic: Double, geographic: Double,
    accuracy: Double
  ) throws {
    let found = CLHeading.Fields(try heading(body), at: time, near: hasPlace ? washington : nil)
    #expect(abs(found.magneticHeading - magnetic) < 0.2, "\(why)")
    #expect(abs(found.trueHeading - geographic) < 0.2, "\(why)")
    #expect(abs(found.headingAccuracy - accuracy) < 0.02, "\(why)")
  }

  @Test func beyondTheModelNothingIsDerived() throws {
    let found = CLHeading.Fields(
      try heading("HCHDM,5.0,M"), at: Date(timeIntervalSince1970: 1_600_000_000), near: washington)
    #expect((found.magneticHeading, found.trueHeading) == (5, -1))
  }
}
