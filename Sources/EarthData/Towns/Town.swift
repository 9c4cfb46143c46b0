// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Town: Hashable, Sendable {
  package var index: Int
  /// In Latin letters, as GeoNames spells it: often English.
  package var name: String
  /// Degrees, WGS 84.
  package var latitude: Double
  package var longitude: Double
  package var population: Int?
  package var region: Region
  /// The name of its time zone, such as `Europe/Paris`.
  package var timeZone: String

  /// The first level of a country's administration, such as a state or a province.
  package struct Region: Hashable, Sendable {
    /// Two letters, ISO 3166-1.
    package var country: String
    /// Its abbreviation, as the post or GeoNames writes it; `nil` if there is none.
    package var code: String?
    /// The name in English, or in Latin letters; `nil` if unknown.
    package var name: String?
  }

  /// The radius of a circle that contains the population at 6,000 people per square kilometer, meters; at least 1 km.
  ///
  /// It is an estimate, since a point does not determine the shape of a town. It is about right for Berlin, Munich, London
  /// and New York.
  package var radius: Double {
    let area = Double(population ?? 0) / 0.006
    return max(1000, (area / .pi).squareRoot())
  }
}
