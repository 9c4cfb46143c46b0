// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool

extension SatelliteSystem {
  /// The prefix of a satellite's number, as in RINEX, a name of at most four letters, and a color.
  var style: (letter: Character, name: String, color: TerminalColor?) {
    switch self {
    case .gps: ("G", "GPS", .green)
    case .sbas: ("S", "SBAS", nil)
    case .glonass: ("R", "GLO", .yellow)
    case .galileo: ("E", "GAL", .cyan)
    case .beiDou: ("C", "BDS", .magenta)
    case .qzss: ("J", "QZSS", .blue)
    case .navIC: ("I", "NAVI", .blue)
    case .unknown: ("X", "?", nil)
    }
  }
}
