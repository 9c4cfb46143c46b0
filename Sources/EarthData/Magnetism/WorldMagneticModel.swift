// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The direction of magnetic north, by the World Magnetic Model of NOAA and the British Geological Survey.
///
/// Spherical harmonics of degree 12, as in the model's technical report. The model is valid from 2025 to the end of 2029.
package enum WorldMagneticModel {
  /// The radius to which the coefficients refer, km.
  private static let referenceRadius = 6371.2
  private static let degree = 12
  package static let validity = epoch..<epoch + 5
  /// The horizontal field, nT, below which the model's makers warn against relying on a compass.
  private static let weakestField = 2000.0

  /// The angle from true to magnetic north.
  package struct Declination: Hashable, Sendable {
    /// Degrees, east positive.
    package var degrees: Double
    /// Its error according to the makers of the model, 1 σ in degrees.
    package var deviation: Double
  }

  /// Returns the declination at a place and time; `nil` where compasses fail, and outside the model's years.
  ///
  /// - Parameters:
  ///   - altitude: meters above the ellipsoid; 30 km change the angle by less than a tenth of a degree.
  ///   - year: such as 2026.5 for the middle of 2026.
  package static func declination(
    latitude: Double, longitude: Double, altitude: Double = 0, year: Double
  ) -> Declination? {
    guard validity.contains(year), abs(latitude) < 89.9, longitude.isFinite else { return nil }
    let position = GeocentricPosition(latitude: latitude, longitude: longitude, altitude: altitude)
    let field = field(at: position, yearsSinceEpoch: year - epoch)
    let strength = Double.hypotenuse(field.north, field.east)
    guard strength >= weakestField else { return nil }
    return Declination(
      degrees: .arcTangent(field.east, field.north) * 180 / .pi,
      // The error model of the report for 2025.
      deviation: .hypotenuse(0.26, 5417 / strength))
  }

  /// Returns the year and the part of it that has passed, such as 2026.5; accurate to a day.
  package static func year(secondsSince1970 seconds: Double) -> Double {
    // From the beginning of 2025, in mean years.
    2025 + (seconds - 1_735_689_600) / 31_556_952
  }

  private struct GeocentricPosition {
    /// Kilometers from the earth's center.
    var radius: Double
    var sine: Double
    var cosine: Double
    /// Radians.
    var longitude: Double
    /// Geocentric minus geodetic latitude, radians.
    var tilt: Double

    init(latitude: Double, longitude: Double, altitude: Double) {
      let geodetic = latitude * .pi / 180
      let height = altitude / 1000
      let normal = Ellipsoid.primeVerticalRadius(at: geodetic) / 1000
      let distance = (normal + height) * .cosine(geodetic)
      let polar = (normal * (1 - Ellipsoid.e2) + height) * .sine(geodetic)
      radius = .hypotenuse(distance, polar)
      (sine, cosine) = (polar / radius, distance / radius)
      self.longitude = longitude * .pi / 180
      tilt = .arcTangent(polar, distance) - geodetic
    }
  }

  /// Returns the horizontal field, nT.
  private static func field(
    at position: GeocentricPosition, yearsSinceEpoch years: Double
  ) -> (north: Double, east: Double) {
    let legendre = SchmidtFunctions(degree: degree, sine: position.sine, cosine: position.cosine)
    var (north, east, down) = (0.0, 0.0, 0.0)
    var index = 0
    for n in 1...degree {
      let scale = Double.power(referenceRadius / position.radius, Double(n + 2))
      for m in 0...n {
        let row = coefficients[index]
        index += 1
        let (g, h) = (row.g + years * row.gRate, row.h + years * row.hRate)
        let angle = Double(m) * position.longitude
        let (value, slope) = legendre[n, m]
        let along = g * .cosine(angle) + h * .sine(angle)
        north += scale * along * slope
        down -= scale * Double(n + 1) * along * value
        east +=
          scale * Double(m) * (g * .sine(angle) - h * .cosine(angle)) * value / position.cosine
      }
    }
    return (north * .cosine(position.tilt) - down * .sine(position.tilt), east)
  }
}

/// Schmidt semi-normalized associated Legendre functions of the sine of the latitude, and their slopes.
///
/// The slopes are toward the south: derivatives with respect to the angle from the north pole.
private struct SchmidtFunctions {
  private let size: Int
  private var values: [Double]
  private var slopes: [Double]

  init(degree: Int, sine: Double, cosine: Double) {
    size = degree + 1
    values = Array(repeating: 0, count: size * size)
    slopes = values
    (values[0], slopes[0]) = (1, 0)
    for n in 1...degree {
      for m in 0...n {
        let here = n * size + m
        if m == n {
          let factor = n == 1 ? 1 : (Double(2 * n - 1) / Double(2 * n)).squareRoot()
          let before = here - size - 1
          values[here] = factor * cosine * values[before]
          slopes[here] = factor * (cosine * slopes[before] + sine * values[before])
        } else {
          let (one, two) = (here - size, here - 2 * size)
          let root = Double((n - 1) * (n - 1) - m * m)
          let weight = n < 2 || root <= 0 ? 0 : root.squareRoot()
          let divisor = Double(n * n - m * m).squareRoot()
          let factor = Double(2 * n - 1)
          let (older, olderSlope) = weight == 0 ? (0, 0) : (values[two], slopes[two])
          values[here] = (factor * sine * values[one] - weight * older) / divisor
          slopes[here] =
            (factor * (sine * slopes[one] - cosine * values[one]) - weight * olderSlope) / divisor
        }
      }
    }
  }

  subscript(n: Int, m: Int) -> (value: Double, slope: Double) {
    (values[n * size + m], slopes[n * size + m])
  }
}
