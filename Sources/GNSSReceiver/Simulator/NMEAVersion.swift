// Core Location for Linux. SPDX-License-Identifier: MIT

/// A version of NMEA 0183: which fields stand at the end of sentences.
package enum NMEAVersion: String, CaseIterable, Sendable {
  case v2_0 = "2.0"
  case v2_3 = "2.3"
  case v3_0 = "3.0"
  case v4_0 = "4.0"
  case v4_10 = "4.10"
  case v4_11 = "4.11"

  /// Whether RMC, VTG and GLL end with a letter that tells how the position was found.
  var hasModes: Bool { self != .v2_0 }

  /// Whether RMC and GNS have a navigational status, GSA and GBS a system and GSV a signal, and whether
  /// Galileo and BeiDou have numbers.
  var hasSystems: Bool { self == .v4_10 || self == .v4_11 }
}

/// A sentence that a simulated receiver sends.
package enum SimulatedSentence: String, CaseIterable, Sendable {
  case gga = "GGA"
  case rmc = "RMC"
  case gsa = "GSA"
  case gsv = "GSV"
  case vtg = "VTG"
  case gll = "GLL"
  case gns = "GNS"
  case gst = "GST"
  case gbs = "GBS"
  case zda = "ZDA"
}
