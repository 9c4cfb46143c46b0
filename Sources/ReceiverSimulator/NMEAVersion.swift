// Core Location for Linux. SPDX-License-Identifier: MIT

/// A version of NMEA 0183, which determines the fields at the end of sentences.
package enum NMEAVersion: String, CaseIterable, Sendable {
  case v20 = "2.0"
  case v23 = "2.3"
  case v30 = "3.0"
  case v40 = "4.0"
  case v410 = "4.10"
  case v411 = "4.11"

  /// Whether RMC, VTG and GLL end with a letter that tells how the position was obtained.
  var hasModes: Bool { self != .v20 }

  /// Whether the fields and numbers of version 4.10 exist.
  ///
  /// RMC and GNS have a navigational status, GSA and GBS a system and GSV a signal; Galileo and BeiDou have numbers.
  var hasSystems: Bool { self == .v410 || self == .v411 }
}
