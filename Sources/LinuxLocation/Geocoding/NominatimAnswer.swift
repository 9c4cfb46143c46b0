// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization

/// An answer of Nominatim in its format `jsonv2`: a list, or one place, or the reason why there is none.
struct NominatimAnswer {
  private struct Match: Decodable {
    var lat: ServerNumber
    var lon: ServerNumber
    var name: ServerText?
    var category: String?
    var type: String?
    var address: [String: ServerText]?
    /// South, north, west, east.
    var boundingbox: [ServerNumber]?
  }

  private struct Refusal: Decodable {
    var error: String
  }

  private let matches: [Match]

  /// - Throws: `BoundedDecoding.Refusal` if the answer is none of these.
  init(_ data: Data) throws {
    let bytes = Array(data)
    if let matches = try? BoundedDecoding.json([Match].self, from: bytes) {
      self.matches = matches
    } else if (try? BoundedDecoding.json(Refusal.self, from: bytes)) != nil {
      matches = []
    } else {
      matches = [try BoundedDecoding.json(Match.self, from: bytes)]
    }
  }

  func placemarks(now: Date) -> [CLPlacemark.Fields] {
    matches.compactMap { Self.placemark($0, now) }
  }

  private static func placemark(_ match: Match, _ now: Date) -> CLPlacemark.Fields? {
    var fields = CLPlacemark.Fields()
    let box = match.boundingbox.flatMap { $0.count == 4 ? $0.map(\.value) : nil }
    guard
      fields.setPlace(
        latitude: match.lat.value, longitude: match.lon.value,
        bounds: box.map { ($0[0], $0[2], $0[1], $0[3]) }, now: now)
    else { return nil }
    fields.setAddress(match.address ?? [:])
    let name = match.name.flatMap { $0.text.isEmpty ? nil : $0.text }
    fields.setName(name, category: match.category)
    if let name, match.type == "water" { fields[.inlandWater] = name }
    if let name, ["ocean", "sea"].contains(match.type) { fields[.ocean] = name }
    return fields
  }
}

extension CLPlacemark.Fields {
  /// The keys in which Nominatim puts a part of an address, the best first.
  private static let keys: [(part: Text, keys: [String])] = [
    (.subThoroughfare, ["house_number"]),
    (.thoroughfare, ["road", "pedestrian", "footway", "cycleway", "path", "square"]),
    (.subLocality, ["city_district", "suburb", "borough", "quarter", "neighbourhood"]),
    (.locality, ["city", "town", "village", "municipality", "hamlet"]),
    (.subAdministrativeArea, ["county", "state_district"]),
    (.administrativeArea, ["state", "province", "region"]),
    (.postalCode, ["postcode"]),
    (.country, ["country"]),
  ]

  fileprivate mutating func setAddress(_ address: [String: ServerText]) {
    for (part, keys) in Self.keys {
      self[part] = keys.lazy.compactMap { address[$0]?.text }.first { !$0.isEmpty }
    }
    self[.isoCountryCode] = address["country_code"]?.text.uppercased()
  }
}
