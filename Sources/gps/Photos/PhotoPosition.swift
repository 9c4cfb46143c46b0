// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import NMEA0183

/// What is written into a photo about where it was taken, and how that is verified.
struct PhotoPosition {
  let fix: Fix

  /// The options with which exiftool writes it; tags that are unknown are removed.
  ///
  /// Never the direction of the image, which is the camera's, and not the course.
  var options: [String] {
    let tags: [(String, String?)] = [
      ("GPSLatitude", Self.text(abs(fix.latitude))), ("GPSLatitudeRef", latitudeReference),
      ("GPSLongitude", Self.text(abs(fix.longitude))), ("GPSLongitudeRef", longitudeReference),
      ("GPSAltitude", fix.altitude.map { String(abs($0), decimals: 2) }),
      ("GPSAltitudeRef", fix.altitude.map { $0 < 0 ? "1" : "0" }),
      ("GPSDateStamp", fix.time?.date?.description.replacing("-", with: ":")),
      ("GPSTimeStamp", fix.time?.time.description),
      ("GPSHPositioningError", fix.horizontalAccuracy.map { String($0, decimals: 2) }),
      ("GPSSpeed", fix.speed.map { String($0 * 3.6, decimals: 2) }),
      // Kilometers per hour.
      ("GPSSpeedRef", fix.speed.map { _ in "K" }), ("GPSMapDatum", "WGS-84"),
    ]
    // Only there: elsewhere, the hemisphere would be a sign.
    return ["-n"] + tags.map { "-EXIF:\($0)=\($1 ?? "")" }
  }

  static let readingOptions = [
    "-j", "-n", "-EXIF:GPSLatitude", "-EXIF:GPSLatitudeRef", "-EXIF:GPSLongitude",
    "-EXIF:GPSLongitudeRef",
  ]

  func isWritten(in tags: JSONValue) -> Bool {
    func agrees(_ name: String, _ degrees: Double, _ reference: String) -> Bool {
      tags[name]?.measure.map { abs($0 - abs(degrees)) < 1e-6 } ?? false
        && tags[name + "Ref"]?.string == reference
    }
    return agrees("GPSLatitude", fix.latitude, latitudeReference)
      && agrees("GPSLongitude", fix.longitude, longitudeReference)
  }

  var text: String {
    "\(String(abs(fix.latitude), decimals: 5, padded: true))° \(latitudeReference) "
      + "\(String(abs(fix.longitude), decimals: 5, padded: true))° \(longitudeReference)"
  }

  private var latitudeReference: String { fix.latitude < 0 ? "S" : "N" }
  private var longitudeReference: String { fix.longitude < 0 ? "W" : "E" }

  private static func text(_ degrees: Double) -> String { String(degrees, decimals: 8) }
}
