// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Testing

@Suite struct WorldMagneticModelTests {
  /// Latitude, longitude, altitude in km, year, and the declination and horizontal field according to pygeomag 1.1.0.
  ///
  /// GeographicLib's MagneticField agrees for those that were tried, to the hundredth of a degree that it prints.
  @Test(
    arguments: [
      (9.24, 52.504, 4.78, 2025.86, -0.221, 37270),
      (-79.928, 170.385, 5.7, 2025.33, 141.173, 11846),
      (-15.86, -164.393, 7.67, 2029.9, 12.620, 32001),
      (-64.104, -162.277, 0.28, 2027.55, 55.175, 14740),
      (44.62, -110.065, 1.89, 2028.53, 10.361, 19106),
      (76.996, 158.51, 6.39, 2029.6, -17.365, 5739),
      (-23.285, 148.384, 5.96, 2027.73, 8.551, 30379),
      (-46.692, -92.357, 0.32, 2028.91, 22.495, 21476),
      (8.436, -47.534, 9.88, 2027.3, -17.885, 28630),
      (-35.558, 112.555, 5.77, 2029.1, -4.775, 20928),
      (-28.142, -19.203, 7.99, 2027.28, -23.955, 11684),
      (30.458, 92.527, 5.63, 2028.27, -0.209, 33906),
      (13.981, 92.848, 8.55, 2029.19, -0.645, 41065),
      (-24.918, 15.827, 6.0, 2025.8, -15.300, 11345),
      (-35.209, -60.774, 3.61, 2027.78, -8.032, 17121),
      (26.655, -80.754, 2.75, 2028.19, -7.264, 25002),
    ] as [(Double, Double, Double, Double, Double, Double)])
  func agreesWithAnotherImplementation(
    latitude: Double, longitude: Double, kilometers: Double, year: Double, degrees: Double,
    field: Double
  ) throws {
    let found = try #require(
      WorldMagneticModel.declination(
        latitude: latitude, longitude: longitude, altitude: kilometers * 1000, year: year))
    #expect(abs(found.degrees - degrees) < 0.001)
    #expect(
      abs(found.deviation - (0.26 * 0.26 + 5417 / field * (5417 / field)).squareRoot()) < 1e-3)
  }

  @Test(
    arguments: [
      ("the pole, where every direction is south", 90, 0, 2026),
      ("near the magnetic pole, where needles point down", 85.8, 139, 2026),
      ("before the model", 48, 11, 2024.99),
      ("after the model", 48, 11, 2030),
      ("no place", .nan, 11, 2026),
    ] as [(why: String, latitude: Double, longitude: Double, year: Double)])
  func knowsNothing(why: String, latitude: Double, longitude: Double, year: Double) {
    #expect(
      WorldMagneticModel.declination(latitude: latitude, longitude: longitude, year: year) == nil,
      "\(why)")
  }
}
