// Core Location for Linux. SPDX-License-Identifier: MIT

/// One of the protocols that the service speaks.
package enum ServiceFace: String, Hashable, Sendable, CaseIterable {
  /// The project's own, one JSON object per line.
  case location
  /// gpsd's protocol, in JSON.
  case gpsd
  /// The receiver's sentences.
  case nmea
  /// RMC and GGA of each fix, for GeoClue.
  case geoclue
}

/// A set of protocols.
struct ServiceFaces: OptionSet {
  let rawValue: UInt8
  static let location = Self(rawValue: 1)
  static let gpsd = Self(rawValue: 2)
  static let nmea = Self(rawValue: 4)
  static let geoclue = Self(rawValue: 8)
}
