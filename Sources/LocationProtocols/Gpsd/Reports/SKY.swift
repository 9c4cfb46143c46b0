// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// SKY: the satellites in view, and how their geometry magnifies errors.
package struct SKY: Hashable, Sendable {
  package struct Satellite: Hashable, Sendable {
    /// gpsd's number, unique across all systems: GPS 1–32, SBAS 120–158, GLONASS 65–96, QZSS 193–202, Galileo 301–336,
    /// BeiDou 401–464.
    package var number: Int
    /// Degrees above the horizon.
    package var elevation: Double?
    /// Degrees clockwise from true north.
    package var azimuth: Double?
    /// Carrier to noise, dB-Hz.
    package var carrierToNoise: Double?
    package var isUsed: Bool
    /// The system: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 5 QZSS, 6 GLONASS, 7 NavIC.
    package var system: Int?
    /// The number within the system; for SBAS, like ``number``.
    package var systemNumber: Int?
    /// The signal, numbered as by u-blox; sent unless it is 0, the first of its system.
    package var signal: Int?
  }

  package var device: String?
  package var time: String?
  package var horizontalDilution: Double?
  package var verticalDilution: Double?
  package var positionDilution: Double?
  /// The dilutions along the axes and of the time, which receivers do not report; never read.
  package var geometry: SkyGeometry?
  package var satellites: [Satellite] = []
  /// How many satellites are in view and used, as reported: gpsd may count them without listing them.
  package var seen: Int?
  package var used: Int?

  package init(device: String?) { self.device = device }

  func set(in object: inout JSONObject) {
    object.set("class", "SKY")
    object.set("device", device)
    object.set("time", time)
    object.set("xdop", geometry?.east, decimals: 2)
    object.set("ydop", geometry?.north, decimals: 2)
    object.set("vdop", verticalDilution, decimals: 2)
    object.set("tdop", geometry?.time, decimals: 2)
    object.set("hdop", horizontalDilution, decimals: 2)
    object.set("gdop", geometry?.geometric, decimals: 2)
    object.set("pdop", positionDilution, decimals: 2)
    // Without nSat, libgps ignores all satellites.
    object.set("nSat", seen ?? satellites.count)
    object.set("uSat", used ?? satellites.count(where: \.isUsed))
    if !satellites.isEmpty { object.set("satellites", satellites) { $0.set(in: &$1) } }
  }

  init(_ value: JSONValue) {
    device = value["device"]?.string
    time = value["time"]?.string
    horizontalDilution = value.quantity("hdop")
    verticalDilution = value.quantity("vdop")
    positionDilution = value.quantity("pdop")
    seen = value.count("nSat")
    used = value.count("uSat")
    satellites = (value["satellites"]?.array ?? []).compactMap(Satellite.init)
  }
}

extension SKY.Satellite {
  func set(in object: inout JSONObject) {
    object.set("PRN", number)
    object.set("el", elevation, decimals: 1)
    object.set("az", azimuth, decimals: 1)
    object.set("ss", carrierToNoise, decimals: 1)
    object.set("used", isUsed)
    object.set("gnssid", system)
    object.set("svid", systemNumber)
    object.set("sigid", signal.flatMap { $0 > 0 ? $0 : nil })
  }

  init?(_ value: JSONValue) {
    guard let number = value["PRN"]?.integer else { return nil }
    self.number = number
    elevation = value.quantity("el")
    azimuth = value.quantity("az")
    carrierToNoise = value.quantity("ss")
    isUsed = value["used"]?.bool ?? false
    system = value["gnssid"]?.integer
    systemNumber = value["svid"]?.integer
  }
}

extension SKY {
  /// Describes the sky as gpsd would report it.
  ///
  /// Each satellite appears once, with its strongest signal. Satellites of NavIC and of unknown systems are omitted,
  /// since gpsd has no numbers for them. The receiver's own dilutions are preferred to those of the geometry.
  ///
  /// - Parameter fix: the present fix; without one, no satellite is used, and there is no dilution.
  package init(_ sky: SatellitesInView, for fix: Fix?, device: String?) {
    self.init(device: device)
    let sky = fix == nil ? SatellitesInView(sky.satellites, used: SatelliteSet()) : sky
    time = fix?.time?.iso8601
    geometry = SkyGeometry(sky)
    let dilution = fix?.dilutionOfPrecision
    horizontalDilution = dilution?.horizontal ?? geometry?.horizontal
    verticalDilution = dilution?.vertical ?? geometry?.vertical
    positionDilution = dilution?.position ?? geometry?.position
    var places: [SatelliteID: Int] = [:]
    for element in sky.satellites {
      guard var satellite = Satellite(element, isUsed: sky.used.contains(element.satellite)) else {
        continue
      }
      guard let place = places[element.satellite] else {
        places[element.satellite] = satellites.count
        satellites.append(satellite)
        continue
      }
      let known = satellites[place]
      satellite.elevation = known.elevation ?? satellite.elevation
      satellite.azimuth = known.azimuth ?? satellite.azimuth
      if let strength = known.carrierToNoise, strength >= satellite.carrierToNoise ?? 0 {
        (satellite.carrierToNoise, satellite.signal) = (strength, known.signal)
      }
      satellites[place] = satellite
    }
  }
}

extension SKY.Satellite {
  fileprivate init?(_ element: SatelliteInView, isUsed: Bool) {
    let number = Int(element.satellite.number)
    let numbers: (all: Int, system: Int)? =
      switch element.satellite.system {
      case .gps: (number, 0)
      case .sbas: (number + 87, 1)
      case .galileo: (number + 300, 2)
      case .beiDou: (number + 400, 3)
      case .qzss: (number + 192, 5)
      case .glonass: (number + 64, 6)
      case .navIC, .unknown: nil
      }
    guard let numbers else { return nil }
    self.init(
      number: numbers.all, elevation: element.elevation.map(Double.init),
      azimuth: element.azimuth.map(Double.init),
      carrierToNoise: element.carrierToNoise.map(Double.init), isUsed: isUsed,
      system: numbers.system, systemNumber: numbers.system == 1 ? numbers.all : number,
      signal: element.signal.flatMap { Self.signals[element.satellite.system]?[$0] })
  }

  /// u-blox's numbers of signals by those of NMEA 0183; where one stands for several, the first of them.
  private static let signals: [SatelliteSystem: [UInt8: Int]] = [
    .gps: [1: 0, 5: 4, 6: 3, 7: 6, 8: 7], .sbas: [1: 0], .galileo: [1: 3, 2: 5, 7: 0],
    .beiDou: [1: 0, 3: 5, 5: 7, 11: 2], .qzss: [1: 0, 4: 1, 5: 4, 6: 5, 7: 8, 8: 9],
    .glonass: [1: 0, 3: 2],
  ]
}

extension SKY {
  /// The satellites in view, and those in use; satellites that cannot be identified are omitted.
  package var satellitesInView: SatellitesInView {
    var (elements, inUse): ([SatelliteInView], SatelliteSet) = ([], SatelliteSet())
    for satellite in satellites {
      guard let id = satellite.identity else { continue }
      var element = SatelliteInView(id)
      element.elevation = satellite.elevation.flatMap {
        abs($0) <= 90 ? Int8($0.rounded()) : nil
      }
      element.azimuth = satellite.azimuth.flatMap {
        (0..<360).contains($0) ? UInt16($0.rounded()) % 360 : nil
      }
      element.carrierToNoise = satellite.carrierToNoise.map(Float.init)
      elements.append(element)
      if satellite.isUsed { inUse.insert(id) }
    }
    return SatellitesInView(elements, used: inUse)
  }
}

extension SKY.Satellite {
  /// The satellite by its system and number, or, before gpsd 3.18, by gpsd's number.
  fileprivate var identity: SatelliteID? {
    let systems: [Int: SatelliteSystem] = [
      0: .gps, 1: .sbas, 2: .galileo, 3: .beiDou, 5: .qzss, 6: .glonass, 7: .navIC,
    ]
    if let system = system.flatMap({ systems[$0] }), let number = systemNumber {
      // u-blox numbers SBAS satellites from 120, NMEA 0183 from 33.
      let own = system == .sbas && number >= 120 ? number - 87 : number
      return UInt16(exactly: own).map { SatelliteID(system: system, number: $0) }
    }
    let ranges: [(numbers: ClosedRange<Int>, system: SatelliteSystem, offset: Int)] = [
      (1...32, .gps, 0), (120...158, .sbas, 87), (65...96, .glonass, 64), (193...202, .qzss, 192),
      (301...336, .galileo, 300), (401...464, .beiDou, 400),
    ]
    guard let range = ranges.first(where: { $0.numbers.contains(number) }) else { return nil }
    return SatelliteID(system: range.system, number: UInt16(number - range.offset))
  }
}
