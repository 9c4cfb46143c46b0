// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The representation of a placemark in an archive.

import Foundation

extension CLPlacemark.Fields {
  private enum Key {
    static let location = "location"
    static let latitude = "region.latitude"
    static let longitude = "region.longitude"
    static let radius = "region.radius"
    static let timeZone = "timeZone"
    static let areas = "areasOfInterest"
  }

  init(_ coder: NSCoder) {
    if coder.containsValue(forKey: Key.location) {
      location = coder.decodeObject(of: CLLocation.self, forKey: Key.location)
    }
    if coder.containsValue(forKey: Key.radius) {
      circle = GeoCircle(
        center: CLLocationCoordinate2D(
          latitude: coder.decodeDouble(forKey: Key.latitude),
          longitude: coder.decodeDouble(forKey: Key.longitude)),
        radius: coder.decodeDouble(forKey: Key.radius))
    }
    timeZone = Self.text(coder, Key.timeZone)
    for text in Text.allCases { texts[text] = Self.text(coder, text.rawValue) }
    if coder.containsValue(forKey: Key.areas) {
      let areas = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: Key.areas)
      areasOfInterest = areas as? [String] ?? []
    }
  }

  private static func text(_ coder: NSCoder, _ key: String) -> String? {
    // Decoding a missing key would be an error of the archive.
    guard coder.containsValue(forKey: key) else { return nil }
    return coder.decodeObject(of: NSString.self, forKey: key)?._bridgeToSwift()
  }

  func encode(with coder: NSCoder) {
    if let location { coder.encode(location, forKey: Key.location) }
    if let circle {
      coder.encode(circle.center.latitude, forKey: Key.latitude)
      coder.encode(circle.center.longitude, forKey: Key.longitude)
      coder.encode(circle.radius, forKey: Key.radius)
    }
    if let timeZone { coder.encode(NSString(string: timeZone), forKey: Key.timeZone) }
    for (text, value) in texts { coder.encode(NSString(string: value), forKey: text.rawValue) }
    if !areasOfInterest.isEmpty {
      coder.encode(NSArray(array: areasOfInterest.map(NSString.init(string:))), forKey: Key.areas)
    }
  }
}
