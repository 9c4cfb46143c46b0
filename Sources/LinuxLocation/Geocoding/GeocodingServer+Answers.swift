// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationJSON

extension GeocodingServer.Kind {
  /// Returns the places in an answer; `nil` if this program does not answer so.
  func places(in answer: [UInt8], now: Date) -> [CLPlacemark.Fields]? {
    guard let answer = JSONValue(answer[...]) else { return nil }
    switch self {
    case .photon:
      return answer["features"]?.array?.compactMap { CLPlacemark.Fields(photon: $0, now) }
    case .nominatim:
      // A list, or one place, or the reason why there is none.
      if answer["error"] != nil { return [] }
      let matches = answer.array ?? [answer]
      guard matches.allSatisfy({ $0["lat"]?.measure != nil }) else { return nil }
      return matches.compactMap { CLPlacemark.Fields(nominatim: $0, now) }
    }
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

  fileprivate init?(nominatim match: JSONValue, _ now: Date) {
    self.init()
    // South, north, west, east.
    let box = match["boundingbox"]?.measures
    guard let latitude = match["lat"]?.measure, let longitude = match["lon"]?.measure,
      setPlace(
        latitude: latitude, longitude: longitude,
        bounds: box.flatMap { $0.count == 4 ? ($0[0], $0[2], $0[1], $0[3]) : nil }, now: now)
    else { return nil }
    let (address, name, type) = (match["address"], match["name"]?.shown, match["type"]?.string)
    for (part, keys) in Self.keys {
      self[part] = keys.lazy.compactMap { address?[$0]?.shown }.first
    }
    self[.isoCountryCode] = address?["country_code"]?.shown?.uppercased()
    setName(name, category: match["category"]?.string)
    if let name, type == "water" { self[.inlandWater] = name }
    if let name, type == "ocean" || type == "sea" { self[.ocean] = name }
  }

  /// - Parameter feature: a feature of GeoJSON.
  fileprivate init?(photon feature: JSONValue, _ now: Date) {
    self.init()
    // Longitude, latitude; west, north, east, south.
    let place = feature["geometry"]?["coordinates"]?.measures ?? []
    let extent = feature["properties"]?["extent"]?.measures
    guard place.count >= 2, let found = feature["properties"],
      setPlace(
        latitude: place[1], longitude: place[0],
        bounds: extent.flatMap { $0.count == 4 ? ($0[3], $0[0], $0[1], $0[2]) : nil }, now: now)
    else { return nil }
    let name = found["name"]?.shown
    /// Returns a part of the address, which is the name if that is what the name denotes.
    func part(_ key: String) -> String? {
      found[key]?.shown ?? (found["type"]?.string == key ? name : nil)
    }
    self[.subThoroughfare] = found["housenumber"]?.shown
    self[.thoroughfare] = part("street")
    self[.subLocality] = found["district"]?.shown ?? found["locality"]?.shown ?? part("district")
    self[.locality] = part("city")
    self[.subAdministrativeArea] = part("county")
    self[.administrativeArea] = part("state")
    self[.postalCode] = found["postcode"]?.shown
    self[.country] = part("country")
    self[.isoCountryCode] = found["countrycode"]?.shown?.uppercased()
    setName(name, category: found["osm_key"]?.string)
  }
}

extension JSONValue {
  /// The numbers of a list; `nil` if it contains anything else, since each has its place.
  fileprivate var measures: [Double]? {
    let numbers = array?.compactMap(\.measure)
    return numbers?.count == array?.count ? numbers : nil
  }

  /// A text that a server sent, made safe to show: without control characters, and truncated to 500 characters.
  fileprivate var shown: String? {
    let scalars = (string ?? "").unicodeScalars.filter {
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    return scalars.isEmpty ? nil : String(String(String.UnicodeScalarView(scalars)).prefix(500))
  }
}

extension CLPlacemark.Fields {
  /// Sets the place of a server's answer; the bounds are its south, west, north and east.
  ///
  /// Sets nothing and returns `false` if the coordinate is invalid.
  mutating func setPlace(
    latitude: Double, longitude: Double, bounds: (Double, Double, Double, Double)?,
    now: Date
  ) -> Bool {
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(place) else { return false }
    if let bounds {
      let corners = [
        (bounds.0, bounds.1), (bounds.0, bounds.3), (bounds.2, bounds.1), (bounds.2, bounds.3),
      ].map { CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1) }
      let radius = corners.map(place.distance).max()
      circle = radius.flatMap { $0.isFinite ? GeoCircle(center: place, radius: $0) : nil }
    }
    location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: circle?.radius ?? 0, verticalAccuracy: -1,
      timestamp: now)
    return true
  }

  /// Sets the name, once the address is known, and what it says by its category in OpenStreetMap.
  mutating func setName(_ name: String?, category: String?) {
    let street = self[.thoroughfare].map {
      [self[.subThoroughfare], $0].compactMap(\.self).joined(separator: " ")
    }
    self[.name] = name ?? street ?? self[.locality] ?? self[.country]
    guard let name, let category else { return }
    if Self.interesting.contains(category) { areasOfInterest = [name] }
    if category == "waterway" { self[.inlandWater] = name }
  }

  private static let interesting: Set = [
    "aeroway", "amenity", "historic", "leisure", "shop", "tourism",
  ]
}
