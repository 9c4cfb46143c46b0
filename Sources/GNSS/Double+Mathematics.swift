// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The mathematics that Swift has only in the C library. No other file of the pure core imports a C library.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Angles are in radians.
extension Double {
  package static func sine(_ angle: Double) -> Double { sin(angle) }

  package static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// Returns the angle between the x axis and a point, in `-π...π`.
  package static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  /// Returns the root of the sum of two squares.
  package static func hypotenuse(_ x: Double, _ y: Double) -> Double { hypot(x, y) }

  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  package static func cubeRoot(_ value: Double) -> Double { cbrt(value) }
}
