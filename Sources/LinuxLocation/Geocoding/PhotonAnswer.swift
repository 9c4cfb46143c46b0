// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization

/// An answer of Photon: a collection of GeoJSON features.
struct PhotonAnswer: Decodable {
  private struct Feature: Decodable {
    var geometry: Geometry
    var properties: Properties
  }

  private struct Geometry: Decodable {
    /// Longitude, latitude.
    var coordinates: [Double]
  }

  private struct Properties: Decodable {
    var name: ServerText?
    var housenumber: ServerText?
    var street: ServerText?
    var district: ServerText?
    var locality: ServerText?
    var city: ServerText?
    var county: ServerText?
    var state: ServerText?
    var postcode: ServerText?
    var country: ServerText?
    var countrycode: ServerText?
    /// The kind of thing that the name denotes: `house`, `street`, `district`, `city` and so on.
    var type: String?
    var osmKey: String?
    /// West, north, east, south.
    var extent: [Double]?

    enum CodingKeys: String, CodingKey {
      case name, housenumber, street, district, locality, city, county, state, postcode, country
      case countrycode, type, extent
      case osmKey = "osm_key"
    }
  }

  private var features: [Feature]

  /// - Throws: `BoundedDecoding.Refusal` if the answer has another form.
  init(_ data: Data) throws { self = try BoundedDecoding.json(Self.self, from: Array(data)) }

  func placemarks(now: Date) -> [CLPlacemark.Fields] {
    features.compactMap { Self.placemark($0, now) }
  }

  private static func placemark(_ feature: Feature, _ now: Date) -> CLPlacemark.Fields? {
    let (coordinates, found) = (feature.geometry.coordinates, feature.properties)
    guard coordinates.count >= 2 else { return nil }
    var fields = CLPlacemark.Fields()
    let extent = found.extent.flatMap { $0.count == 4 ? $0 : nil }
    guard
      fields.setPlace(
        latitude: coordinates[1], longitude: coordinates[0],
        bounds: extent.map { ($0[3], $0[0], $0[1], $0[2]) }, now: now)
    else { return nil }
    let name = found.name.flatMap { $0.text.isEmpty ? nil : $0.text }
    fields[.subThoroughfare] = found.housenumber?.text
    fields[.thoroughfare] = found.street?.text ?? (found.type == "street" ? name : nil)
    fields[.subLocality] =
      found.district?.text ?? found.locality?.text ?? (found.type == "district" ? name : nil)
    fields[.locality] = found.city?.text ?? (found.type == "city" ? name : nil)
    fields[.subAdministrativeArea] = found.county?.text ?? (found.type == "county" ? name : nil)
    fields[.administrativeArea] = found.state?.text ?? (found.type == "state" ? name : nil)
    fields[.postalCode] = found.postcode?.text
    fields[.country] = found.country?.text ?? (found.type == "country" ? name : nil)
    fields[.isoCountryCode] = found.countrycode?.text.uppercased()
    fields.setName(name, category: found.osmKey)
    return fields
  }
}
