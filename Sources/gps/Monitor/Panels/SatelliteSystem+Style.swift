// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How satellites are told apart: the letters are those of RINEX.

import GNSS

extension SatelliteSystem {
  /// What stands in front of a satellite's number.
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

  /// What it is called, in four letters at the most.
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
