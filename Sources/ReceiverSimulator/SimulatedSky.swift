// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import Glibc
package import NMEA0183

package struct SimulatedSatellite: Hashable, Sendable {
  package let system: SystemID
  /// Its number, as in GSA and GSV of version 4.1.
  package let number: UInt16
  /// Degrees above the horizon, 0…90.
  package let elevation: Double
  /// Degrees clockwise from true north, `0..<360`.
  package let azimuth: Double
  /// Carrier-to-noise density, dB-Hz; `nil` if it is too low to be tracked.
  package var carrierToNoise: Double?

  /// Whether a receiver uses it: it is tracked, and at least ten degrees above the horizon.
  package var isUsed: Bool { carrierToNoise != nil && elevation >= 10 }
}

/// The satellites above a receiver; they move slowly, as real ones do.
package struct SimulatedSky: Sendable {
  /// The satellites at least five degrees above the horizon, by system and number.
  package private(set) var satellites: [SimulatedSatellite] = []
  /// The geometry of those used; `nil` if they do not determine a position.
  package private(set) var geometry: SkyGeometry?

  let constellations: [Constellation]
  private var random: SplitMix64

  init(_ constellations: [Constellation], seed: UInt64) {
    self.constellations = constellations
    random = SplitMix64(seed: seed)
  }

  /// Computes the satellites above a position, at a time in seconds since the beginning of 1970.
  mutating func look(from position: SimulatedPosition, at time: Double) {
    satellites.removeAll(keepingCapacity: true)
    let (phi, lambda) = (position.latitude.radians, position.longitude.radians)
    let normal = Ellipsoid.primeVerticalRadius(at: phi)
    let here = (
      x: normal * cos(phi) * cos(lambda), y: normal * cos(phi) * sin(lambda),
      z: normal * (1 - Ellipsoid.e2) * sin(phi)
    )
    for constellation in constellations {
      for index in 0..<constellation.count {
        let there = constellation.location(of: index, at: time)
        let (x, y, z) = (there.x - here.x, there.y - here.y, there.z - here.z)
        let outward = x * cos(lambda) + y * sin(lambda)
        let east = y * cos(lambda) - x * sin(lambda)
        let north = z * cos(phi) - outward * sin(phi)
        let up = z * sin(phi) + outward * cos(phi)
        let elevation = atan2(up, hypot(east, north)).degrees
        guard elevation >= 5 else { continue }
        satellites.append(
          SimulatedSatellite(
            system: constellation.system,
            number: UInt16(constellation.firstNumber + index), elevation: elevation,
            azimuth: atan2(east, north).degrees.direction,
            carrierToNoise: carrierToNoise(at: elevation, of: index)))
      }
    }
    geometry = SkyGeometry(
      satellites.lazy.filter(\.isUsed).map { (elevation: $0.elevation, azimuth: $0.azimuth) })
  }

  /// Returns about 28 dB-Hz at the horizon and 47 overhead, which varies slightly from satellite to satellite.
  private mutating func carrierToNoise(at elevation: Double, of index: Int) -> Double? {
    let usual = 28 + 19 * sin(elevation.radians) + Double(index * 7 % 5) - 2
    let value = usual + 0.7 * random.gaussian()
    return value < 28.5 && elevation < 10 ? nil : value
  }
}
