// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// GSA and GSV of a receiver that speaks something else: one group for each system, as NMEA 4.11 numbers satellites.
enum SkySentences {
  /// How a system's satellites are named and numbered; `nil` for one that has no place in sentences.
  private struct Numbering {
    let talker: Talker
    let id: SystemID
    /// What is added to a number within the system.
    var shift: UInt16 = 0

    init?(_ system: SatelliteSystem) {
      switch system {
      case .gps: (talker, id) = (.gps, .gps)
      // The numbers of GPS go to 32, those of SBAS from 33.
      case .sbas: (talker, id) = (.gps, .gps)
      case .glonass: (talker, id, shift) = (.glonass, .glonass, 64)
      case .galileo: (talker, id) = (.galileo, .galileo)
      case .beiDou: (talker, id) = (.beiDou, .beiDou)
      case .qzss: (talker, id) = (.qzss, .qzss)
      case .navIC: (talker, id) = (.navIC, .navIC)
      case .unknown: return nil
      }
    }
  }

  /// A system's satellites with the numbers that sentences give them.
  private struct Group {
    let numbering: Numbering
    var numbers: [UInt16] = []
    var elements: [GSV.Satellite] = []
  }

  /// More than any system has.
  private static let mostSatellites: UInt16 = 1000
  /// More than are above any horizon.
  private static let mostPerGroup = 64

  // MARK: - GSA

  /// Returns GSA for each system of which satellites are used, with at most twelve in each sentence; one without satellites if none
  /// is named.
  static func used(_ satellites: [SatelliteID], of fix: Fix) -> [UInt8] {
    var bytes: [UInt8] = []
    let encoder = SentenceEncoder()
    for group in groups(of: satellites.map(SatelliteInView.init)) {
      for start in stride(from: 0, to: group.numbers.count, by: 12) {
        var gsa = GSA(fix)
        gsa.system = group.numbering.id
        for number in group.numbers[start...].prefix(12) { _ = gsa.satellites.append(number) }
        encoder.append(.gsa(gsa), to: &bytes)
      }
    }
    if bytes.isEmpty { encoder.append(.gsa(GSA(fix)), to: &bytes) }
    return bytes
  }

  // MARK: - GSV

  /// Returns the groups of GSV for satellites on all their signals, each satellite once with its strongest.
  static func inView(_ satellites: [SatelliteInView]) -> [UInt8] {
    var bytes: [UInt8] = []
    let encoder = SentenceEncoder()
    for group in groups(of: satellites) {
      let elements = group.elements.prefix(mostPerGroup)
      let count = (elements.count + 3) / 4
      for index in 0..<count {
        var gsv = GSV(talker: group.numbering.talker)
        (gsv.sentenceCount, gsv.sentenceNumber) = (UInt8(count), UInt8(index + 1))
        gsv.satellitesInView = UInt16(elements.count)
        for element in elements.dropFirst(4 * index).prefix(4) {
          _ = gsv.satellites.append(element)
        }
        encoder.append(.gsv(gsv), to: &bytes)
      }
    }
    return bytes
  }

  /// Returns the satellites by system, each once, in the order in which systems and satellites come.
  private static func groups(of satellites: [SatelliteInView]) -> [Group] {
    var groups: [Group] = []
    for satellite in satellites {
      // A damaged report may number a satellite so high that there is no sentence for it.
      guard let numbering = Numbering(satellite.satellite.system),
        satellite.satellite.number < Self.mostSatellites
      else { continue }
      let number = satellite.satellite.number + numbering.shift
      let place =
        groups.firstIndex { $0.numbering.id == numbering.id }
        ?? {
          groups.append(Group(numbering: numbering))
          return groups.count - 1
        }()
      let strength = satellite.carrierToNoise.map { $0.rounded() }
      if let known = groups[place].numbers.firstIndex(of: number) {
        let best = groups[place].elements[known].carrierToNoise
        groups[place].elements[known].carrierToNoise = [best, strength].compactMap(\.self).max()
      } else {
        groups[place].numbers.append(number)
        groups[place].elements.append(
          GSV.Satellite(
            number: number, elevation: satellite.elevation, azimuth: satellite.azimuth,
            carrierToNoise: strength))
      }
    }
    return groups
  }
}
