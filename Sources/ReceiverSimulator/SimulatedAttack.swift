// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// What somebody does to a receiver, so that its positions should not be trusted.
package struct SimulatedAttack: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The position is suddenly two kilometers away.
    case jump
    /// The position is drawn ahead, 6 m/s faster than the speed that is reported with it; from rest to the east.
    case drag
    /// The signals of yesterday, received a kilometer and a half away.
    case replay
    case equal
    /// All satellites are 14 dB stronger.
    case strong
    /// All satellites are 13 dB weaker.
    case jam
    /// The clock is set back by a minute.
    case clock
    /// The position does not change any more, but the speed does.
    case freeze
    /// The receiver itself reports jamming and spoofing, in a frame of UBX.
    case flags
  }

  package var kind: Kind
  /// When, in seconds from the start.
  package var seconds: Range<Double>

  package init(_ kind: Kind, _ seconds: Range<Double>) {
    (self.kind, self.seconds) = (kind, seconds)
  }

  /// Returns the movement that the receiver measures instead.
  ///
  /// - Parameters:
  ///   - truth: the movement without the noise, whose direction is none at rest.
  ///   - start: what it measured when the attack began.
  func changed(
    _ motion: SimulatedMotion, of truth: SimulatedMotion, since start: SimulatedMotion,
    at elapsed: Double
  ) -> SimulatedMotion {
    var motion = motion
    switch kind {
    case .jump: motion.position.move(east: 1600, north: 1200)
    case .replay: motion.position.move(east: 900, north: -1200)
    case .drag:
      let distance = 6 * (elapsed - seconds.lowerBound)
      let speed = truth.speed
      motion.position.move(
        east: speed > 0 ? distance * truth.eastSpeed / speed : distance,
        north: speed > 0 ? distance * truth.northSpeed / speed : 0)
    case .freeze: motion.position = start.position
    case .equal, .strong, .jam, .clock, .flags: break
    }
    return motion
  }

  func changed(_ instant: SimulatedInstant) -> SimulatedInstant {
    let behind: Int
    switch kind {
    case .replay: behind = 86_400
    case .clock: behind = 60
    default: return instant
    }
    return SimulatedInstant(elapsed: instant.elapsed, at: instant.milliseconds - behind * 1000)
  }

  func changed(_ satellites: [SimulatedSatellite]) -> [SimulatedSatellite] {
    guard [.equal, .strong, .jam].contains(kind) else { return satellites }
    return satellites.enumerated().map { index, satellite in
      var satellite = satellite
      guard let strength = satellite.carrierToNoise else { return satellite }
      switch kind {
      case .equal: satellite.carrierToNoise = 44 + Double(index % 2)
      case .strong: satellite.carrierToNoise = strength + 14
      default: satellite.carrierToNoise = max(strength - 13, 5)
      }
      return satellite
    }
  }

  /// What the receiver sends besides.
  var bytes: [UInt8] {
    guard kind == .flags else { return [] }
    var payload = [UInt8](repeating: 0, count: 12)
    // Version 1; bit 0 says that it watches, and the states are 3, critical, and 2, indicated.
    payload[0] = 1
    payload[4] = 1 | 3 << 1
    payload[8] = 1 | 2 << 1
    return FrameCandidate.bytes(SECSIG.kind, payload)
  }
}
