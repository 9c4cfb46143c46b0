// Core Location for Linux. SPDX-License-Identifier: MIT

/// One of the protocols in which the service speaks.
package enum ServiceFace: String, Hashable, Sendable, CaseIterable {
  /// Our own, one JSON object a line.
  case location
  /// gpsd's, in JSON.
  case gpsd
  /// The receiver's sentences.
  case nmea
  /// RMC and GGA of each fix, for GeoClue.
  case geoclue
}

/// Some of the protocols.
struct ServiceFaces: OptionSet {
  let rawValue: UInt8
  static let location = Self(rawValue: 1)
  static let gpsd = Self(rawValue: 2)
  static let nmea = Self(rawValue: 4)
  static let geoclue = Self(rawValue: 8)
}
