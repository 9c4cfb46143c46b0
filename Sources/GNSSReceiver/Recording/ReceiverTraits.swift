// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// What sentences give away about the receiver that sends them.
package struct ReceiverTraits {
  /// Makers whose proprietary sentences occur, and binary protocols that share the line.
  package private(set) var makers: Set<String> = []
  /// Binary protocols whose frames seem to lie between the sentences.
  package private(set) var binaryProtocols: Set<String> = []
  /// What the receiver calls itself, as it was sent: it may hold anything.
  package private(set) var identities: [String] = []
  /// Whether a positioning mode was sent, which came with version 2.3.
  package private(set) var hasModes = false
  /// Whether a navigational status or a system identifier was sent, which came with version 4.1.
  package private(set) var hasSystems = false
  /// A datum other than WGS 84 that positions refer to; `nil` if none was named.
  package private(set) var foreignDatum: String?

  private static let mostIdentities = 20
  private var syncs: [String: Int] = [:]

  /// The makers by the first letters of their sentences.
  private static let prefixes = [
    ("PUBX", "u-blox"), ("PMTK", "MediaTek"), ("PAIR", "Airoha"), ("PGRM", "Garmin"),
    ("PSRF", "SiRF"), ("PQTM", "Quectel"), ("PSTM", "STMicroelectronics"), ("PSTI", "SkyTraq"),
    ("PTNL", "Trimble"), ("PASH", "Ashtech"), ("PCAS", "CASIC"), ("PORZ", "NovAtel or Geostar"),
    ("PMGN", "Magellan"), ("PGLO", "Broadcom"),
  ]

  mutating func note(_ address: SentenceAddress) {
    guard address.isProprietary else { return }
    let text = address.description
    if let maker = Self.prefixes.first(where: { text.hasPrefix($0.0) }) { makers.insert(maker.1) }
  }

  mutating func note(_ message: Message) {
    switch message {
    case .rmc(let message):
      hasModes = hasModes || message.mode != nil
      hasSystems = hasSystems || message.navigationalStatus != nil
    case .gsa(let message): hasSystems = hasSystems || message.system != nil
    case .gsv(let message): hasSystems = hasSystems || message.signal != nil
    case .dtm(let message):
      if let datum = message.datum, datum != "W84" { foreignDatum = datum }
    case .txt(let message): identify(message.text)
    case .pmtk705(let message):
      identify([message.release, message.product].compactMap(\.self).joined(separator: " "))
    case .pqtmver(let message): identify(message.version)
    default: break
    }
  }

  private mutating func identify(_ text: String?) {
    guard let text, !text.isEmpty, identities.count < Self.mostIdentities,
      !identities.contains(text)
    else { return }
    identities.append(text)
  }

  /// Two bytes that follow each other; several openings of a frame are not there by chance.
  mutating func note(_ first: UInt8, _ second: UInt8) {
    let name: String
    switch (first, second) {
    case (0xB5, 0x62): name = "UBX (u-blox)"
    case (0xD3, 0x00...0x03): name = "RTCM 3"
    case (0xA0, 0xA2): name = "SiRF binary"
    default: return
    }
    syncs[name, default: 0] += 1
    if syncs[name] == 3 { binaryProtocols.insert(name) }
  }

  /// The version of NMEA 0183, as far as the fields that are there tell.
  package var version: String {
    hasSystems ? "4.10 or later" : hasModes ? "2.3 to 4.0" : "before 2.3"
  }
}
