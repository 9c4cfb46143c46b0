// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Foundation

/// A search for towns by text that people write: `Paris`, `Paris, TX`, `1 Infinite Loop, Cupertino, CA 95014`.
struct TownSearch {
  static let limit = 10

  let gazetteer: Gazetteer
  /// The language in which countries may be named, besides English and their own.
  let locale: Locale
  let hint: GeoCircle?

  /// Returns the towns that match, the best first.
  ///
  /// The town is the first part between commas; parts with numbers before it are taken for a street, which is not
  /// searched for. At least one of the parts after it must match its region or country; numbers in them are taken for
  /// postal codes. Without commas, region or country may be the last words.
  func towns(_ text: String) -> [Town] {
    let parts = text.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline })
      .map { FoldedName(String($0)) }.filter { !$0.isEmpty }
    for index in parts.indices {
      for (name, last) in Self.readings(of: parts[index]) {
        let qualifiers = (last.map { [$0] } ?? []) + parts[(index + 1)...].map(Self.withoutNumbers)
        let found = towns(named: name, qualifiers: qualifiers.filter { !$0.isEmpty })
        if !found.isEmpty { return found }
      }
      guard parts[index].text.contains(where: \.isNumber) else { return [] }
    }
    return []
  }

  // MARK: Reading

  /// Returns what a part may mean: the name of a town, perhaps with its region or country.
  private static func readings(of part: FoldedName) -> [(name: FoldedName, qualifier: FoldedName?)]
  {
    let plain = withoutNumbers(part)
    var readings: [(FoldedName, FoldedName?)] = [(part, nil)]
    if plain != part { readings.append((plain, nil)) }
    let words = plain.words
    for count in stride(from: 1, through: min(4, words.count - 1), by: 1) {
      readings.append(
        (
          FoldedName(words.dropLast(count).joined(separator: " ")),
          FoldedName(words.suffix(count).joined(separator: " "))
        ))
    }
    return readings
  }

  private static func withoutNumbers(_ part: FoldedName) -> FoldedName {
    FoldedName(part.words.filter { !$0.contains(where: \.isNumber) }.joined(separator: " "))
  }

  // MARK: Choosing

  private func towns(named name: FoldedName, qualifiers: [FoldedName]) -> [Town] {
    var countries: [String: Set<FoldedName>] = [:]
    var rated = gazetteer.towns(named: name).map { index in
      let town = gazetteer.town(index)
      let names = Self.names(of: town.region, in: locale, &countries)
      return (town: town, fits: qualifiers.count(where: names.contains), isNear: isNear(town))
    }
    let most = rated.map(\.fits).max() ?? 0
    guard qualifiers.isEmpty || most > 0 else { return [] }
    rated.removeAll { $0.fits < most }
    rated.sort { left, right in
      if left.isNear != right.isNear { return left.isNear }
      let (first, second) = (left.town.population ?? 0, right.town.population ?? 0)
      return first == second ? left.town.index < right.town.index : first > second
    }
    return rated.prefix(Self.limit).map(\.town)
  }

  private func isNear(_ town: Town) -> Bool {
    guard let hint else { return false }
    let place = CLLocationCoordinate2D(latitude: town.latitude, longitude: town.longitude)
    return place.distance(from: hint.center) <= hint.radius
  }

  // MARK: Regions and countries

  /// Common designations of countries besides their names.
  private static let short = [
    "US": ["usa", "america", "united states of america"],
    "GB": ["uk", "great britain", "britain"],
    "AE": ["uae"], "CZ": ["czech republic"], "NL": ["holland"], "TR": ["turkey"],
  ]

  private static func names(
    of region: Town.Region, in locale: Locale, _ countries: inout [String: Set<FoldedName>]
  ) -> Set<FoldedName> {
    let country = countries[region.country] ?? names(ofCountry: region.country, in: locale)
    countries[region.country] = country
    return country.union([region.code, region.name].compactMap { $0.map(FoldedName.init) })
  }

  private static func names(ofCountry code: String, in locale: Locale) -> Set<FoldedName> {
    let own = Locale.Language(identifier: "und-\(code)").maximalIdentifier
    let locales = [locale, Locale(identifier: "en"), Locale(identifier: own)]
    let names = locales.compactMap { $0.localizedString(forRegionCode: code) }
    return Set((names + [code] + (short[code] ?? [])).map(FoldedName.init))
  }
}
