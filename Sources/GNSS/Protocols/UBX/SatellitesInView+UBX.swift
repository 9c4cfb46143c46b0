// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

extension SatellitesInView {
  init(_ message: NAVSAT) {
    for element in message.satellites {
      add(
        SatelliteID(ublox: element.system, element.number), element.elevation, element.azimuth,
        element.carrierToNoise, isUsed: element.isUsed)
    }
  }

  init(_ message: NAVSVINFO) {
    for element in message.satellites {
      add(
        SatelliteID(ublox: element.number), element.elevation, element.azimuth,
        element.carrierToNoise, isUsed: element.isUsed)
    }
  }

  private mutating func add(
    _ satellite: SatelliteID, _ elevation: Int8?, _ azimuth: Int16?, _ carrierToNoise: UInt8,
    isUsed: Bool
  ) {
    var element = SatelliteInView(satellite)
    element.elevation = elevation
    element.azimuth = azimuth.flatMap { (0...360).contains($0) ? UInt16($0 % 360) : nil }
    element.carrierToNoise = carrierToNoise == 0 ? nil : Float(carrierToNoise)
    satellites.append(element)
    if isUsed { used.insert(satellite) }
  }

  /// Returns the number that NMEA 4.11 gives to a signal; `nil` for a signal that it does not number.
  fileprivate static func signal(_ number: UInt8, of system: SatelliteSystem) -> UInt8? {
    let numbers: [UInt8: UInt8] =
      switch system {
      case .gps: [0: 1, 3: 6, 4: 5, 6: 7, 7: 8]
      case .sbas, .navIC: [0: 1]
      case .galileo: [0: 7, 1: 7, 3: 1, 4: 1, 5: 2, 6: 2]
      case .beiDou: [0: 1, 1: 1, 2: 11, 3: 11, 5: 3, 6: 3, 7: 5, 8: 5]
      case .qzss: [0: 1, 1: 4, 4: 5, 5: 6, 8: 7, 9: 8]
      case .glonass: [0: 1, 2: 3]
      case .unknown: [:]
      }
    return numbers[number]
  }
}

extension SatelliteInView {
  init(_ element: NAVSIG.Signal) {
    self.init(SatelliteID(ublox: element.system, element.number))
    signal = SatellitesInView.signal(element.signal, of: satellite.system)
    carrierToNoise = element.carrierToNoise == 0 ? nil : Float(element.carrierToNoise)
  }
}

extension SatelliteID {
  /// Creates the satellite with a number in a system, as NAV-SAT has them.
  fileprivate init(ublox system: UInt8, _ number: UInt8) {
    let systems: [SatelliteSystem] = [
      .gps, .sbas, .galileo, .beiDou, .unknown, .qzss, .glonass, .navIC,
    ]
    let system = Int(system) < systems.count ? systems[Int(system)] : .unknown
    // As in NMEA 0183.
    let isCode = system == .sbas && number >= 120
    self.init(system: system, number: UInt16(isCode ? number - 87 : number))
  }

  /// Creates the satellite with a number among those of all systems, as NAV-SVINFO has them.
  fileprivate init(ublox number: UInt8) {
    let (system, first): (SatelliteSystem, UInt8) =
      switch number {
      case 1...32: (.gps, 1)
      case 65...96: (.glonass, 65)
      case 120...158: (.sbas, 88)
      case 193...202: (.qzss, 193)
      case 211...246: (.galileo, 211)
      case 33...64: (.beiDou, 28)
      case 159...163: (.beiDou, 159)
      default: (.unknown, 1)
      }
    self.init(system: system, number: UInt16(number) + 1 - UInt16(first))
  }
}
