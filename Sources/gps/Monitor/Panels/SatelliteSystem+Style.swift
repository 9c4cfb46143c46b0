// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Letters, names and colors that distinguish satellite systems; the letters are those of RINEX.

import GNSS

extension SatelliteSystem {
  /// The prefix of a satellite's number.
  var letter: Character {
    switch self {
    case .gps: "G"
    case .sbas: "S"
    case .glonass: "R"
    case .galileo: "E"
    case .beiDou: "C"
    case .qzss: "J"
    case .navIC: "I"
    case .unknown: "X"
    }
  }

  /// A name of at most four letters.
  var shortName: String {
    switch self {
    case .gps: "GPS"
    case .sbas: "SBAS"
    case .glonass: "GLO"
    case .galileo: "GAL"
    case .beiDou: "BDS"
    case .qzss: "QZSS"
    case .navIC: "NAVI"
    case .unknown: "?"
    }
  }

  var color: TerminalColor? {
    switch self {
    case .gps: .green
    case .glonass: .yellow
    case .galileo: .cyan
    case .beiDou: .magenta
    case .qzss, .navIC: .blue
    case .sbas, .unknown: nil
    }
  }
}
