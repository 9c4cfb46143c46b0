// Core Location for Linux. SPDX-License-Identifier: MIT

/// A town in the gazetteer.
struct Town: Hashable, Sendable {
  /// Its index in the gazetteer.
  var index: Int
  /// In Latin letters, as GeoNames spells it: often English.
  var name: String
  /// Degrees, WGS 84.
  var latitude: Double
  var longitude: Double
  /// The population; `nil` if unknown.
  var population: Int?
  var region: Region
  /// The name of its time zone, such as `Europe/Paris`.
  var timeZone: String

  /// The first level of a country's administration, such as a state or a province.
  struct Region: Hashable, Sendable {
    /// Two letters, ISO 3166-1.
    var country: String
    /// Its abbreviation, as the post or GeoNames writes it; `nil` if there is none.
    var code: String?
    /// The name in English, or in Latin letters; `nil` if unknown.
    var name: String?
  }

  /// The radius of a circle that contains the population at 6,000 people per square kilometer, meters; at least 1 km.
  ///
  /// It is an estimate, since a point does not determine the shape of a town. It is about right for Berlin, Munich, London
  /// and New York.
  var radius: Double {
    let area = Double(population ?? 0) / 0.006
    return max(1000, (area / .pi).squareRoot())
  }
}
