// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The address of a placemark as lines and as a dictionary.

import Foundation

extension CLPlacemark {
  private static let streetKey = "Street"
  private static let linesKey = "FormattedAddressLines"

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
    var dictionary: [AnyHashable: Any] = [:]
    for (text, value) in fields.texts { dictionary[text.rawValue] = value }
    if let street { dictionary[Self.streetKey] = street }
    if !addressLines.isEmpty { dictionary[Self.linesKey] = addressLines }
    return dictionary.isEmpty ? nil : dictionary
  }

  /// Returns the search text for an address dictionary; empty if that has no known part.
  static func searchText(_ dictionary: [AnyHashable: Any]) -> String {
    func text(_ key: String) -> String? {
      (dictionary[key] as? String).flatMap { $0.isEmpty ? nil : $0 }
    }
    func text(_ part: Fields.Text) -> String? { text(part.rawValue) }
    let street = text(streetKey) ?? joined([text(.subThoroughfare), text(.thoroughfare)])
    let region = joined([text(.administrativeArea), text(.postalCode)])
    let parts = [street, text(.locality), region, text(.country) ?? text(.isoCountryCode)]
      .compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return (dictionary[linesKey] as? [String])?.joined(separator: ", ") ?? ""
  }
}
