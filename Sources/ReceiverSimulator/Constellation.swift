// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183

/// The satellites of one system on their orbits: circles, evenly spread (a Walker constellation).
///
/// Planes, inclinations and radii are those of the real systems; the position of a satellite on its orbit at a given
/// time is not.
struct Constellation: Sendable {
  let system: SystemID
  let talker: Talker
  /// The signal that is received, numbered as in GSV since version 4.1.
  let signal: UInt8
  let firstNumber: Int
  let planes: Int
  let satellitesPerPlane: Int
  /// Radius of the orbits, meters.
  let radius: Double
  /// Angle between orbits and equator, degrees.
  let inclination: Double
  /// Direction of the first ascending node at the beginning of 1970, degrees.
  let firstNode: Double

  static let gps = Constellation(
    system: .gps, talker: .gps, signal: 1, firstNumber: 1, planes: 6, satellitesPerPlane: 5,
    radius: 26_560_000, inclination: 55, firstNode: 32)
  static let glonass = Constellation(
    system: .glonass, talker: .glonass, signal: 1, firstNumber: 65, planes: 3,
    satellitesPerPlane: 8, radius: 25_510_000, inclination: 64.8, firstNode: 7)
  static let galileo = Constellation(
    system: .galileo, talker: .galileo, signal: 7, firstNumber: 1, planes: 3,
    satellitesPerPlane: 8, radius: 29_600_000, inclination: 56, firstNode: 77)
  static let beiDou = Constellation(
    system: .beiDou, talker: .beiDou, signal: 1, firstNumber: 11, planes: 3,
    satellitesPerPlane: 8, radius: 27_906_000, inclination: 55, firstNode: 101)

  var count: Int { planes * satellitesPerPlane }

  /// Returns the position of a satellite in a frame that turns with the Earth, meters from its center.
  ///
  /// The index is in `0..<count`, the time in seconds since the beginning of 1970.
  func location(of index: Int, at time: Double) -> (x: Double, y: Double, z: Double) {
    let (plane, place) = index.quotientAndRemainder(dividingBy: satellitesPerPlane)
    let motion = sqrt(Self.gravitationalParameter / (radius * radius * radius))
    let spacing = 2 * .pi / Double(satellitesPerPlane)
    let phase = 2 * .pi / Double(count) * Double(plane)
    let argument = fmod(motion * time, 2 * .pi) + spacing * Double(place) + phase
    let node =
      firstNode.radians + 2 * .pi / Double(planes) * Double(plane)
      - fmod(Self.earthRotation * time, 2 * .pi)
    let tilt = inclination.radians
    let (along, across) = (radius * cos(argument), radius * sin(argument))
    return (
      along * cos(node) - across * cos(tilt) * sin(node),
      along * sin(node) + across * cos(tilt) * cos(node), across * sin(tilt)
    )
  }

  /// Of the Earth, m³/s².
  private static let gravitationalParameter = 3.986_004_418e14
  /// Radians per second.
  private static let earthRotation = 7.292_115e-5
}
