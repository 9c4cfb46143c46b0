// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import ReceiverSimulator

@Suite struct SimulatedAttackTests {
  /// At 6 m/s for 20 s, 120 m to the east, apart from noise of some meters.
  @Test func drawsAReceiverAtRestAwayInOneDirection() throws {
    let start = SimulatedPosition(latitude: 0, longitude: 0, altitude: 0)
    let attack = SimulatedAttack(.drag, 10..<60)
    var resting = SimulatedMotion(at: start)
    let truth = resting
    // What noise makes of a speed of zero points anywhere.
    (resting.eastSpeed, resting.northSpeed) = (-0.03, 0.05)
    let moved = attack.changed(resting, of: truth, since: truth, at: 30)
    #expect(abs(moved.position.longitude - 120 / 111_319.490_8) < 1e-6)
    #expect(abs(moved.position.latitude) < 1e-9)
  }

  private static let place = SimulatedPosition(latitude: 59.4, longitude: 24.7, altitude: 30)

  private static func configuration(
    _ route: SimulatedRoute, minutes: Double, rate: Int = 1
  ) -> SimulatedReceiver.Configuration {
    var configuration = SimulatedReceiver.Configuration(
      route: route, startDate: CivilDate(daysSince1970: 20_254),
      startTime: UTCTime(nanosecondsOfDay: 43_200_000_000_000))
    configuration.rate = rate
    configuration.epochCount = Int(minutes * 60) * rate
    configuration.noise = NoiseModel(.perRange(4), correlationTime: 60, speed: 0.05)
    return configuration
  }

  /// Returns the time of each fix since the start, and its warnings.
  private static func warnings(
    _ configuration: SimulatedReceiver.Configuration, seed: UInt64 = 1
  ) -> [(second: Double, warnings: FixWarnings)] {
    var receiver = SimulatedReceiver(configuration, seed: seed)
    var pipeline = FixPipeline().warning()
    var found: [(second: Double, warnings: FixWarnings)] = []
    var bytes: [UInt8] = []
    var second = 0.0
    func receive(_ report: ReceiverReport) {
      if case .fix(let fix) = report { found.append((second, fix.warnings)) }
    }
    while let epoch = receiver.nextEpoch(appendingTo: &bytes) {
      second = epoch.instant.elapsed
      pipeline.push(bytes.span.bytes, receive)
      bytes.removeAll(keepingCapacity: true)
    }
    pipeline.finish(receive)
    return found
  }

  /// Each kind, and the seconds after which it can be seen at the latest: as many reports as the rule demands.
  @Test(
    arguments: [
      (.jump, .positionJump, 0), (.drag, .speedMismatch, 6), (.replay, .clockJump, 1),
      (.clock, .clockJump, 1), (.equal, .signalsTooEqual, 3), (.strong, .signalsTooStrong, 3),
      (.jam, .signalLoss, 5), (.freeze, .frozen, 3), (.flags, .receiverReportsSpoofing, 0),
      (.flags, .receiverReportsJamming, 0),
    ] as [(SimulatedAttack.Kind, FixWarning, Double)], [1, 5])
  func isToldInTime(
    attack: (kind: SimulatedAttack.Kind, warning: FixWarning, seconds: Double), rate: Int
  ) throws {
    var configuration = Self.configuration(
      .straight(from: Self.place, course: 45, speed: 15), minutes: 1.3, rate: rate)
    configuration.faults.attacks = [SimulatedAttack(attack.kind, 60..<90)]
    let found = Self.warnings(configuration)
    let first = try #require(found.first { $0.warnings.contains(attack.warning) })
    #expect((60...(61 + attack.seconds)).contains(first.second))
    #expect(found.allSatisfy { $0.second >= 60 || $0.warnings.isEmpty })
  }

  @Test(
    arguments: [
      ("at anchor", .still(place), 1, 0),
      ("on foot", .circle(center: place, radius: 8, speed: 1.4), 1, 1),
      ("round a roundabout", .circle(center: place, radius: 15, speed: 9), 10, 2),
      ("on a ferry", .straight(from: place, course: 200, speed: 9), 1, 3),
      ("in a train", .circle(center: place, radius: 2500, speed: 75), 5, 4),
      ("in a plane", .straight(from: place, course: 90, speed: 250), 1, 5),
    ] as [(String, SimulatedRoute, Int, UInt64)])
  func honestDrivesRaiseNothing(name: String, route: SimulatedRoute, rate: Int, seed: UInt64) {
    var configuration = Self.configuration(route, minutes: rate == 1 ? 20 : 5, rate: rate)
    configuration.faults.coldStart = 30
    // A tunnel, and a longer one.
    configuration.faults.outages = [100..<120, 200..<260]
    let found = Self.warnings(configuration, seed: seed)
    #expect(found.count > 100)
    #expect(found.allSatisfy { $0.warnings.isEmpty }, "\(name)")
  }
}
