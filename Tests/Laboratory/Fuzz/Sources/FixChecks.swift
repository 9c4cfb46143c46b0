// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Checks that a fix is a place on Earth, and that none of its numbers is larger than anything that is measured: nobody who rounds
/// or adds them asks.
func check(_ fix: Fix) {
  precondition(fix.latitude.magnitude <= 90, "a latitude off the Earth")
  precondition(fix.longitude.magnitude <= 180, "a longitude off the Earth")
  let sizes = [
    fix.horizontalAccuracy, fix.verticalAccuracy, fix.speedAccuracy, fix.courseAccuracy, fix.speed,
  ]
  precondition(sizes.allSatisfy { $0 ?? 0 >= 0 }, "a size below 0")
  precondition((0..<360).contains(fix.course ?? 0), "a course that is no direction")
  let numbers =
    sizes + [
      fix.altitude, fix.ellipsoidalAltitude, fix.geoidSeparation, fix.verticalSpeed,
      fix.differentialAge,
    ]
  // Altitude and separation are added.
  precondition(
    numbers.allSatisfy { ($0 ?? 0).magnitude <= 2 * Double.immeasurable }, "an immeasurable number")
  let counts = [fix.satellitesUsed, fix.satellitesInView, fix.differentialStation]
  precondition(counts.allSatisfy { 0...65_535 ~= $0 ?? 0 }, "an uncountable number")
}
