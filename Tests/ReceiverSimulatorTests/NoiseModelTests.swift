// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct NoiseModelTests {
  private static let count = 5000

  private func simulate(_ noise: NoiseModel, rate: Int) throws -> Simulation {
    Simulation(
      try .walk(Self.count) {
        $0.noise = noise
        $0.rate = rate
        $0.minuteDecimals = 8
        $0.sentences = [.gga, .gst]
        $0.geoidSeparation = 50
      }, seed: 2025)
  }

  /// Returns the errors of the sentences against the truth, in standard deviations as GST reports them.
  private func errors(
    _ simulation: Simulation
  ) throws -> (east: [Double], north: [Double], vertical: [Double]) {
    var errors: (east: [Double], north: [Double], vertical: [Double]) = ([], [], [])
    for (epoch, messages) in simulation.bursts {
      guard case .gga(let gga) = messages.first, case .gst(let gst) = messages.last else {
        continue
      }
      let sent = SimulatedPosition(
        latitude: try #require(gga.latitude), longitude: try #require(gga.longitude))
      let offset = sent.offset(from: epoch.truth.position)
      errors.east.append(offset.east / (try #require(gst.longitudeDeviation)))
      errors.north.append(offset.north / (try #require(gst.latitudeDeviation)))
      errors.vertical.append(
        ((try #require(gga.altitude)) - epoch.truth.position.altitude)
          / (try #require(gst.altitudeDeviation)))
    }
    #expect(errors.east.count == Self.count)
    return errors
  }

  /// Four standard deviations of a standard deviation estimated from this many errors.
  private static let tolerance = 4 / sqrt(2 * Double(count))

  @Test func errsAsMuchAsItSays() throws {
    let simulation = try simulate(
      NoiseModel(.perAxis(horizontal: 3, vertical: 5)), rate: 10)
    for case .gst(let gst) in simulation.messages {
      #expect(gst.latitudeDeviation == 3 && gst.longitudeDeviation == 3)
      #expect(gst.altitudeDeviation == 5)
      #expect(gst.semiMajorDeviation == 3 && gst.semiMinorDeviation == 3)
    }
    let errors = try errors(simulation)
    for axis in [errors.east, errors.north, errors.vertical] {
      #expect((deviation(axis) - 1).magnitude < Self.tolerance)
      #expect((axis.reduce(0, +) / Double(Self.count)).magnitude < 4 / sqrt(Double(Self.count)))
    }
  }

  @Test func errsByTheRangeErrorTimesTheDilution() throws {
    let simulation = try simulate(NoiseModel(.perRange(4)), rate: 10)
    for (epoch, messages) in simulation.bursts {
      guard case .gga(let gga) = messages.first, case .gst(let gst) = messages.last else {
        continue
      }
      let sky = try #require(epoch.geometry)
      #expect(gst.rangeDeviation == 4)
      #expect(((gst.longitudeDeviation ?? 0) - 4 * sky.east).magnitude <= 0.0005)
      #expect(((gst.latitudeDeviation ?? 0) - 4 * sky.north).magnitude <= 0.0005)
      #expect(((gst.altitudeDeviation ?? 0) - 4 * sky.vertical).magnitude <= 0.0005)
      let drms = hypot(gst.latitudeDeviation ?? 0, gst.longitudeDeviation ?? 0)
      #expect((drms - 4 * (gga.hdop ?? 0)).magnitude < 0.021)
      #expect(gst.latitudeDeviation == epoch.deviations?.north)
      #expect((gst.semiMajorDeviation ?? 0) >= (gst.semiMinorDeviation ?? 0))
    }
    let errors = try errors(simulation)
    for axis in [errors.east, errors.north, errors.vertical] {
      #expect((deviation(axis) - 1).magnitude < Self.tolerance)
    }
  }

  /// With a correlation of a between successive epochs, an estimate of σ is worth (1 − a²) / (1 + a²)
  /// times as many independent errors; an estimate of a has a deviation of √((1 − a²) / n).
  @Test func erringSlowlyErrsAsMuch() throws {
    let errors = try errors(
      simulate(NoiseModel(.perAxis(horizontal: 3, vertical: 5), correlationTime: 10), rate: 1))
    let kept = exp(-0.1)
    for axis in [errors.east, errors.north, errors.vertical] {
      let worth = (1 - kept * kept) / (1 + kept * kept)
      #expect((deviation(axis) - 1).magnitude < Self.tolerance / sqrt(worth))
      let products = zip(axis, axis.dropFirst()).map { $0 * $1 }
      let correlation = products.reduce(0, +) / axis.reduce(0) { $0 + $1 * $1 }
      #expect((correlation - kept).magnitude < 4 * sqrt((1 - kept * kept) / Double(Self.count)))
    }
  }

  @Test func measuresTheVelocityWithItsOwnError() throws {
    let simulation = try simulate(
      NoiseModel(.perAxis(horizontal: 3, vertical: 5), speed: 0.05), rate: 10)
    let errors = simulation.epochs.map { $0.measured.eastSpeed - $0.truth.eastSpeed }
    #expect((deviation(errors) / 0.05 - 1).magnitude < Self.tolerance)
  }

  @Test func isExactWithoutNoise() throws {
    let simulation = Simulation(try .walk(100) { $0.sentences = [.gga] })
    for (epoch, messages) in simulation.bursts {
      guard case .gga(let gga) = messages.first else { continue }
      // The fifth decimal of a minute is 18 millimeters.
      let truth = epoch.truth.position
      #expect(((gga.latitude ?? 0) - truth.latitude).magnitude <= 0.000_005 / 60 * 1.001)
      #expect(((gga.longitude ?? 0) - truth.longitude).magnitude <= 0.000_005 / 60 * 1.001)
      #expect(gga.altitude == 396)
    }
  }
}
