// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The satellites in view as people want to see them: each once, with its strongest signal.
struct SkyView {
  struct Satellite: Hashable {
    let id: SatelliteID
    var elevation: Int?
    var azimuth: Int?
    /// Of its strongest signal, dB-Hz; `nil` if it is not tracked.
    var carrierToNoise: Double?
    let isUsed: Bool

    /// `G12`.
    var label: String { "\(id.system.letter)\(id.number)" }
  }

  /// By system, then by number.
  let satellites: [Satellite]
  /// Whether the receiver says which satellites it uses.
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

  /// The strongest first; those without a signal last.
  var byStrength: [Satellite] {
    satellites.sorted {
      let (left, right) = ($0.carrierToNoise ?? -1, $1.carrierToNoise ?? -1)
      return left == right ? Self.isBefore($0.id, $1.id) : left > right
    }
  }

  /// The mean C/N₀ of the best four, dB-Hz; `nil` with fewer than four signals.
  ///
  /// A position needs four: what the others do says nothing of the antenna.
  var bestFour: Double? {
    let best = satellites.compactMap(\.carrierToNoise).sorted(by: >).prefix(4)
    return best.count == 4 ? best.reduce(0, +) / 4 : nil
  }

  /// How many satellites of a system are used and seen.
  struct Count: Hashable {
    let system: SatelliteSystem
    var used: Int
    var seen: Int
  }

  /// The systems of which a satellite is in view.
  var counts: [Count] {
    SatelliteSystem.allCases.compactMap { system in
      let own = satellites.filter { $0.id.system == system }
      guard !own.isEmpty else { return nil }
      return Count(system: system, used: own.count(where: \.isUsed), seen: own.count)
    }
  }

  /// `GPS 8/11`, or `GPS 11` where the receiver does not say which ones it uses.
  func text(_ count: Count) -> String {
    let number = knowsUsed ? "\(count.used)/\(count.seen)" : "\(count.seen)"
    return "\(count.system.shortName) \(number)"
  }

  private static func isBefore(_ left: SatelliteID, _ right: SatelliteID) -> Bool {
    (left.system.rawValue, left.number) < (right.system.rawValue, right.number)
  }
}
