// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import NMEA0183
import Testing

@testable import LinuxLocation

@Suite struct AssumedAccuracyTests {
  private func fix(_ change: (inout Fix) -> Void = { _ in }) -> Fix {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: 1_700_000_000_000_000_000), latitude: 48, longitude: 11)
    change(&fix)
    return fix
  }

  private func location(_ change: (inout Fix) -> Void = { _ in }) throws -> CLLocation {
    try #require(CLLocation(fix(change), isReplay: false))
  }

  @Test func anAccuracyThatNobodyReportedIsEstimatedAndSaysSo() throws {
    let location = try location()
    // A range error of 5 m × a dilution of 3 × 1.0714: see docs/accuracy.md.
    #expect(abs(location.horizontalAccuracy - 16.071) < 0.001)
    #expect(location.fix?.horizontalAccuracySource == .assumed)
    #expect(
      (location.verticalAccuracy, location.speedAccuracy, location.courseAccuracy) == (-1, -1, -1))
  }

  @Test func whatTheReceiverReportsStays() throws {
    let location = try location {
      $0.horizontalAccuracy = 2
      $0.horizontalAccuracySource = .pseudorangeStatistics
      $0.altitude = 500
      $0.verticalAccuracy = 3
      $0.verticalAccuracySource = .dilutionOfPrecision
      ($0.speed, $0.speedAccuracy) = (10, 0.5)
      ($0.course, $0.courseAccuracy) = (90, 7)
    }
    #expect((location.horizontalAccuracy, location.verticalAccuracy) == (2, 3))
    #expect((location.speedAccuracy, location.courseAccuracy) == (0.5, 7))
    #expect(location.fix?.horizontalAccuracySource == .pseudorangeStatistics)
    #expect(location.fix?.verticalAccuracySource == .dilutionOfPrecision)
  }

  @Test(
    arguments: [
      ("differential", .differential, 4 * 3 * 1.0714),
      ("RTK, fixed", .rtkFixed, 0.04 * 3 * 1.0714),
      ("made up by a simulator", .simulated, 5 * 3 * 1.0714),
    ] as [(why: String, quality: FixQuality, expected: Double)])
  func qualities(why: String, quality: FixQuality, expected: Double) throws {
    let location = try location { $0.quality = quality }
    #expect(abs(location.horizontalAccuracy - expected) < 0.001, "\(why)")
  }

  @Test(
    arguments: [("dead reckoning may be anywhere", .estimated), ("entered by hand", .manual)]
      as [(why: String, quality: FixQuality)])
  func aPositionOfWhichNothingIsKnownIsNoLocation(why: String, quality: FixQuality) {
    #expect(CLLocation(fix { $0.quality = quality }, isReplay: false) == nil, "\(why)")
  }

  /// As of a phone that has its place from networks.
  @Test func whatGeoClueKnowsIsAPlaceOnTheGroundAtRest() throws {
    let location = try location {
      $0.source = .geoClue
      ($0.horizontalAccuracy, $0.horizontalAccuracySource) = (25, .geoClue)
      ($0.altitude, $0.speed, $0.course) = (500, 3, 90)
    }
    #expect(location.horizontalAccuracy == 25 && location.verticalAccuracy == -1)
    #expect((location.speed, location.course, location.altitude) == (-1, -1, 0))
    #expect(location.sourceInformation?.isProducedByAccessory == false)
    #expect(location.sourceInformation?.isSimulatedBySoftware == false)
    #expect(location.fix?.source == .geoClue)
    #expect(try self.location().sourceInformation?.isProducedByAccessory == true)
  }

  @Test func theDilutionCounts() throws {
    let location = try location {
      $0.dilutionOfPrecision.horizontal = 1
      $0.altitude = 500
      ($0.speed, $0.course) = (10, 90)
    }
    #expect(abs(location.verticalAccuracy - 10) < 1e-9)
    #expect(location.fix?.verticalAccuracySource == .assumed)
    // 0.2 / √2, and the angle in degrees that this is at 10 m/s.
    #expect(abs(location.speedAccuracy - 0.1414) < 1e-4)
    #expect(abs(location.courseAccuracy - 0.8104) < 1e-3)
  }

  @Test func anAltitudeInTwoDimensionsHasNoAccuracy() throws {
    let location = try location {
      $0.altitude = 500
      $0.mode = .twoDimensional
    }
    #expect(location.verticalAccuracy == -1)
  }

  /// Counts those of 20,000 velocities, with an error of 1 m/s along each axis, that lie within the estimated accuracy.
  @Test(arguments: [0, 0.2, 0.5, 0.8, 1, 1.5, 2, 3, 5, 20])
  func simulatedVelocitiesLieWithin(speed: Double) {
    var numbers = NormalNumbers(seed: 68)
    var (speeds, courses) = (0, 0)
    let count = 20_000
    for _ in 0..<count {
      let (along, across) = (speed + numbers.next(), numbers.next())
      let measured = hypot(along, across)
      if abs(measured - speed) <= AssumedAccuracy.speedError(1, at: measured) { speeds += 1 }
      let error = abs(atan2(across, along)) * 180 / .pi
      if error <= AssumedAccuracy.courseError(1, at: measured) { courses += 1 }
    }
    #expect((0.6...0.9).contains(Double(speeds) / Double(count)))
    // At lower speeds, a course is meaningless.
    if speed >= 0.8 { #expect((0.6...0.9).contains(Double(courses) / Double(count))) }
  }

  /// Normally distributed numbers, the same in every run.
  private struct NormalNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func uniform() -> Double {
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return (Double((mixed ^ (mixed >> 31)) >> 11) + 0.5) / Double(1 << 53)
    }

    mutating func next() -> Double {
      (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
  }
}
