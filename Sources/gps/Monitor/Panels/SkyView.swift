// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool

/// The satellites in view for display: each satellite once, with its strongest signal.
struct SkyView {
  struct Satellite: Hashable {
    let id: SatelliteID
    var elevation: Int?
    var azimuth: Int?
    /// C/N₀ of its strongest signal, dB-Hz; `nil` if it is not tracked.
    var carrierToNoise: Double?
    let isUsed: Bool

    var label: String { "\(id.system.style.letter)\(id.number)" }
    var style: CellStyle { CellStyle(color: id.system.style.color, isBold: isUsed) }
  }

  /// Sorted by system, then by number.
  let satellites: [Satellite]
  /// Whether the receiver reports which satellites it uses.
  let knowsUsed: Bool

  init(_ view: SatellitesInView) {
    var found: [SatelliteID: Satellite] = [:]
    for element in view.satellites {
      var satellite =
        found[element.satellite]
        ?? Satellite(id: element.satellite, isUsed: view.used.contains(element.satellite))
      satellite.elevation = satellite.elevation ?? element.elevation.map(Int.init)
      satellite.azimuth = satellite.azimuth ?? element.azimuth.map(Int.init)
      satellite.carrierToNoise =
        [satellite.carrierToNoise, element.carrierToNoise.map(Double.init)].compactMap(\.self).max()
      found[element.satellite] = satellite
    }
    satellites = found.values.sorted { Self.isBefore($0.id, $1.id) }
    knowsUsed = !view.used.isEmpty
  }

  /// The satellites, strongest first; those without a signal last.
  var byStrength: [Satellite] {
    satellites.sorted {
      let (left, right) = ($0.carrierToNoise ?? -1, $1.carrierToNoise ?? -1)
      return left == right ? Self.isBefore($0.id, $1.id) : left > right
    }
  }

  /// The mean C/N₀ of the four strongest satellites, dB-Hz; `nil` with fewer than four signals.
  ///
  /// A position needs four satellites; weaker ones say nothing about the antenna.
  var bestFour: Double? {
    let best = satellites.compactMap(\.carrierToNoise).sorted(by: >).prefix(4)
    return best.count == 4 ? best.reduce(0, +) / 4 : nil
  }

  /// The systems in view as `GPS 8/11`, or `GPS 11` if the receiver does not report which satellites it uses.
  var counts: [(text: String, style: CellStyle)] {
    SatelliteSystem.allCases.compactMap { system in
      let own = satellites.filter { $0.id.system == system }
      guard !own.isEmpty else { return nil }
      let used = knowsUsed ? "\(own.count(where: \.isUsed))/" : ""
      return ("\(system.style.name) \(used)\(own.count)", CellStyle(color: system.style.color))
    }
  }

  private static func isBefore(_ left: SatelliteID, _ right: SatelliteID) -> Bool {
    (left.system.rawValue, left.number) < (right.system.rawValue, right.number)
  }
}

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
