// Core Location for Linux. SPDX-License-Identifier: MIT

/// The mean of places that are near each other, also across the date line.
struct MeanPlace: Hashable, Sendable {
  /// Degrees.
  var latitude: Double
  /// Degrees, −180…180.
  var longitude: Double
  var count = 1.0

  /// - Parameter most: the most places that count: from then on, the mean follows new ones slowly.
  mutating func include(latitude: Double, longitude: Double, most: Double = .infinity) {
    count = min(count + 1, most)
    self.latitude += (latitude - self.latitude) / count
    // The shorter way around.
    let east = (longitude - self.longitude).remainder(dividingBy: 360)
    self.longitude = (self.longitude + east / count).remainder(dividingBy: 360)
  }
}
