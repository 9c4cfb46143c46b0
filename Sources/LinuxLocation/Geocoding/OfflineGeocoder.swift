// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Foundation

/// A geocoder that answers from the gazetteer, with towns and nothing smaller.
struct OfflineGeocoder {
  /// The gazetteer; with `nil`, nothing is found.
  let gazetteer: Gazetteer?

  func answer(_ request: GeocodeRequest, now: Date) throws(CLError) -> [CLPlacemark.Fields] {
    guard let gazetteer else { throw CLError(.geocodeFoundNoResult) }
    let towns: [Town]
    switch request.query {
    case .address(let place):
      towns = [gazetteer.town(around: place.latitude, place.longitude)].compactMap(\.self)
    case .place(let text, let hint):
      towns = TownSearch(gazetteer: gazetteer, locale: request.locale, hint: hint).towns(text)
    }
    guard !towns.isEmpty else { throw CLError(.geocodeFoundNoResult) }
    return towns.map { CLPlacemark.Fields($0, locale: request.locale, now: now) }
  }
}

extension CLPlacemark.Fields {
  /// Countries whose states are written as abbreviations.
  private static let abbreviated: Set = ["US", "CA", "AU"]

  init(_ town: Town, locale: Locale, now: Date) {
    let center = CLLocationCoordinate2D(latitude: town.latitude, longitude: town.longitude)
    location = CLLocation(
      coordinate: center, altitude: 0, horizontalAccuracy: town.radius, verticalAccuracy: -1,
      timestamp: now)
    circle = GeoCircle(center: center, radius: town.radius)
    timeZone = town.timeZone
    self[.name] = town.name
    self[.locality] = town.name
    let region = town.region
    self[.administrativeArea] =
      Self.abbreviated.contains(region.country) ? region.code ?? region.name : region.name
    self[.isoCountryCode] = region.country
    self[.country] = locale.localizedString(forRegionCode: region.country)
  }
}
