// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The address of a placemark as lines and as a dictionary.

import Foundation

extension CLPlacemark {
  /// The keys of ``CLPlacemark/addressDictionary`` and of dictionaries for geocoders: those of Apple's Address Book.
  enum AddressKey: String {
    case name = "Name"
    case street = "Street"
    case thoroughfare = "Thoroughfare"
    case subThoroughfare = "SubThoroughfare"
    case city = "City"
    case subLocality = "SubLocality"
    case state = "State"
    case subAdministrativeArea = "SubAdministrativeArea"
    case postalCode = "ZIP"
    case country = "Country"
    case countryCode = "CountryCode"
    case lines = "FormattedAddressLines"
  }

  /// Street with number, town, region with postal code, country: those that are known.
  var addressLines: [String] {
    [street, locality, Self.joined([administrativeArea, postalCode]), country].compactMap(\.self)
  }

  private var street: String? { Self.joined([subThoroughfare, thoroughfare]) }

  private static func joined(_ parts: [String?]) -> String? {
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// The known parts of the address, by the keys of Apple's Address Book; `nil` if there are none.
  var addressEntries: [AnyHashable: Any]? {
    let rows: [(AddressKey, String?)] = [
      (.name, name), (.street, street), (.thoroughfare, thoroughfare),
      (.subThoroughfare, subThoroughfare), (.city, locality), (.subLocality, subLocality),
      (.state, administrativeArea), (.subAdministrativeArea, subAdministrativeArea),
      (.postalCode, postalCode), (.country, country), (.countryCode, isoCountryCode),
    ]
    var dictionary: [AnyHashable: Any] = [:]
    for case (let key, let text?) in rows { dictionary[key.rawValue] = text }
    if !addressLines.isEmpty { dictionary[AddressKey.lines.rawValue] = addressLines }
    return dictionary.isEmpty ? nil : dictionary
  }

  /// Returns the search text for an address dictionary; empty if that has no known part.
  static func searchText(_ dictionary: [AnyHashable: Any]) -> String {
    func text(_ key: AddressKey) -> String? {
      (dictionary[key.rawValue] as? String).flatMap { $0.isEmpty ? nil : $0 }
    }
    let street = text(.street) ?? joined([text(.subThoroughfare), text(.thoroughfare)])
    let region = joined([text(.state), text(.postalCode)])
    let parts = [street, text(.city), region, text(.country) ?? text(.countryCode)]
      .compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return (dictionary[AddressKey.lines.rawValue] as? [String])?.joined(separator: ", ") ?? ""
  }
}
