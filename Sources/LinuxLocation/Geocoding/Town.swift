// Core Location for Linux. SPDX-License-Identifier: MIT

/// A town, as the gazetteer knows it.
struct Town: Hashable, Sendable {
  /// Its place in the gazetteer.
  var index: Int
  /// In Latin letters, as GeoNames spells it: often English.
  var name: String
  /// Degrees, WGS 84.
  var latitude: Double
  var longitude: Double
  /// How many people live there; `nil` if nobody said.
  var population: Int?
  var region: Region
  /// The name of its time zone, as `Europe/Paris`.
  var timeZone: String

  /// The first level of a country's administration: a state, a province.
  struct Region: Hashable, Sendable {
    /// Two letters, ISO 3166-1.
    var country: String
    /// Letters that stand for it, as the post writes them, or GeoNames; `nil` if there are none.
    var code: String?
    /// In English, or in Latin letters; `nil` if it is not known.
    var name: String?
  }

  /// A circle that holds as many people as live there at 6,000 on a square kilometer, meters; 1 km at least.
  ///
  /// An estimate: there is no telling a town's shape from its point. Berlin, Munich, London and New York reach
  /// about so far.
  var radius: Double {
    let area = Double(population ?? 0) / 0.006
    return max(1000, (area / .pi).squareRoot())
  }
}
