// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

/// A simulated receiver: its sentences for a known movement, with known errors.
///
/// A value without a clock. The same configuration and seed yield the same bytes.
package struct SimulatedReceiver: Sendable {
  package let configuration: Configuration

  private let clock: SimulatedClock
  private let encoder: SentenceEncoder
  private var follower: RouteFollower
  private var sky: SimulatedSky
  private var noise: NoiseProcess
  private var index = 0
  /// What was measured when each attack began.
  private var attackStarts: [Int: SimulatedMotion] = [:]

  /// - Parameter seed: the seed of the random errors and signal strengths.
  package init(_ configuration: Configuration, seed: UInt64) {
    self.configuration = configuration
    clock = SimulatedClock(
      date: configuration.startDate, time: configuration.startTime, rate: configuration.rate,
      leapSecondOn: configuration.leapSecondDay)
    var encoder = SentenceEncoder()
    encoder.minimumMinuteDecimals = configuration.minuteDecimals
    self.encoder = encoder
    follower = RouteFollower(configuration.route)
    // Two generators, so that the number of satellites does not change the errors.
    var seeds = SplitMix64(seed: seed)
    noise = NoiseProcess(configuration.noise, seed: seeds.next())
    sky = SimulatedSky(configuration.constellations, seed: seeds.next())
  }

  /// Appends the sentences of the next epoch; returns `nil` and appends nothing after the last.
  package mutating func nextEpoch(appendingTo bytes: inout [UInt8]) -> SimulatedEpoch? {
    if let count = configuration.epochCount, index >= count { return nil }
    let instant = clock.instant(of: index)
    let truth = follower.motion(at: instant.elapsed)
    if index % configuration.rate == 0 {
      sky.look(from: truth.position, at: clock.seconds(of: index))
    }
    let draw = noise.draw(at: instant.elapsed)
    var stage = stage(at: instant.elapsed)
    if sky.geometry == nil { stage = min(stage, .dated) }
    let geometry = stage == .fixed ? sky.geometry : nil
    let deviations = geometry.map(configuration.noise.deviations)
    let attacks = configuration.faults.attacks.enumerated().filter {
      $0.element.seconds.contains(instant.elapsed)
    }
    var measured = measured(truth, draw, deviations)
    for (number, attack) in attacks {
      let start = attackStarts[number] ?? measured
      attackStarts[number] = start
      measured = attack.changed(measured, of: truth, since: start, at: instant.elapsed)
    }
    let epoch = SimulatedEpoch(
      index: index, instant: attacks.reduce(instant) { $1.element.changed($0) }, stage: stage,
      truth: truth, measured: measured,
      satellites: attacks.reduce(sky.satellites) { $1.element.changed($0) }, geometry: geometry,
      deviations: deviations)
    index += 1
    for (_, attack) in attacks { bytes += attack.bytes }
    guard let sentences = configuration.sentences else {
      bytes += FrameWriter(configuration, epoch).bytes
      return epoch
    }
    let burst = BurstWriter(configuration, epoch)
    for sentence in sentences {
      for message in burst.messages(sentence) { encoder.append(message, to: &bytes) }
    }
    return epoch
  }

  /// Returns what the receiver knows some seconds after the start.
  private func stage(at elapsed: Double) -> SimulatedEpoch.Stage {
    if elapsed < configuration.faults.coldStart {
      let part = elapsed / configuration.faults.coldStart
      return part < 1.0 / 3 ? .searching : part < 2.0 / 3 ? .timed : .dated
    }
    return configuration.faults.outages.contains { $0.contains(elapsed) } ? .dated : .fixed
  }

  private func measured(
    _ truth: SimulatedMotion, _ draw: NoiseProcess.Draw, _ deviations: PositionDeviations?
  ) -> SimulatedMotion {
    guard let deviations else { return truth }
    var measured = truth
    measured.position.move(east: draw.east * deviations.east, north: draw.north * deviations.north)
    measured.position.altitude += draw.vertical * deviations.vertical
    measured.eastSpeed += draw.eastSpeed * configuration.noise.speed
    measured.northSpeed += draw.northSpeed * configuration.noise.speed
    return measured
  }
}

/// One instant of a simulated receiver: the truth, and the receiver's estimate.
package struct SimulatedEpoch: Sendable {
  /// What a receiver has learned since it was switched on.
  package enum Stage: Int, Comparable, Sendable {
    /// Nothing: no signal yet.
    case searching
    /// The time of day, from the first signals; the satellites' positions are still unknown.
    case timed
    /// Time and date, but no position.
    case dated
    /// Everything.
    case fixed

    /// Whether a receiver knows less.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number of the epoch, from 0.
  package let index: Int
  package let instant: SimulatedInstant
  package let stage: Stage
  package let truth: SimulatedMotion
  /// The position and movement that the receiver has measured; the truth without a fix.
  package let measured: SimulatedMotion
  package let satellites: [SimulatedSatellite]
  /// The geometry of the satellites used; `nil` without a fix.
  package let geometry: SkyGeometry?
  /// The standard deviations with which the errors were drawn; `nil` without a fix.
  package let deviations: PositionDeviations?
}
