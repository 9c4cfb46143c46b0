// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import NMEA0183
import UBX

/// What sentences reveal about the receiver that sends them.
package struct ReceiverTraits {
  package private(set) var makers: Set<String> = []
  /// The receiver's descriptions of itself, as sent: the text is untrusted.
  package private(set) var identities: [String] = []
  /// Whether a positioning mode was sent, which was introduced in version 2.3.
  package private(set) var hasModes = false
  /// Whether a navigational status or a system identifier was sent, which were introduced in version 4.1.
  package private(set) var hasSystems = false
  /// The datum of the positions if it is not WGS 84; `nil` if no other was named.
  package private(set) var foreignDatum: String?

  /// How often each navigational status was sent.
  package private(set) var navigationalStatuses: [NavigationalStatus: Int] = [:]
  /// Whether the receiver's last solution is of the time alone, as that of the base of an RTK pair, which knows its place.
  package private(set) var solvesForTimeAlone = false

  private static let mostIdentities = 20
  private static let longestIdentity = 100

  private static let prefixes = [
    ("PUBX", "u-blox"), ("PMTK", "MediaTek"), ("PAIR", "Airoha (MediaTek)"), ("PGRM", "Garmin"),
    ("PSRF", "SiRF"), ("PQTM", "Quectel"), ("PQVER", "Quectel"), ("PSTM", "STMicroelectronics"),
    ("PTNL", "Trimble"), ("PASH", "Ashtech"), ("PCAS", "CASIC"), ("PORZ", "NovAtel or Geostar"),
    ("PMGN", "Magellan"), ("PGLO", "Broadcom"),
  ]

  /// Sentences with such a prefix that receivers and instruments of many makers send.
  private static let commonProperty: Set = ["PGRMZ", "PTNL", "PASHR"]

  private static func maker(of name: String) -> String? {
    if commonProperty.contains(name) { return nil }
    // Other makers send longer names with the same beginning.
    if name == "PSTI" { return "SkyTraq" }
    return prefixes.first { name.hasPrefix($0.0) }?.1
  }

  /// Sentences in which receivers name their firmware, besides those that this package reads as messages.
  private static let introductions: Set = [
    "PSRFTXT", "PSTMVER", "PGRMT", "PAIR020", "PAIR021", "PQVERNO", "PQTMVERNO",
  ]

  /// Learns from a sentence; `text`, which returns all of it, is called only if the sentence identifies the receiver.
  mutating func learn(from address: SentenceAddress, text: () -> String) {
    guard address.isProprietary else { return }
    let name = address.description
    if let maker = Self.maker(of: name) { makers.insert(maker) }
    if Self.introductions.contains(name) {
      identify(String(text().prefix { $0 != "*" }.dropFirst(name.count + 2)))
    }
  }

  mutating func learn(from frame: LineReader.Frame) {
    if let maker = frame.maker { makers.insert(maker) }
    guard let (kind, bytes) = frame.ubx else { return }
    let payload = bytes.span.bytes
    let solution: (kind: SolutionKind, isOK: Bool)? =
      switch kind {
      case NAVPVT.kind: NAVPVT(payload).map { ($0.solution, $0.isFixOK) }
      case NAVSOL.kind: NAVSOL(payload).map { ($0.solution, $0.isFixOK) }
      case NAVSTATUS.kind: NAVSTATUS(payload).map { ($0.solution, $0.isFixOK) }
      default: nil
      }
    guard let solution, solution.isOK || solution.kind == .timeOnly else { return }
    solvesForTimeAlone = solution.kind == .timeOnly
  }

  mutating func learn(from message: Message) {
    switch message {
    case .rmc(let message):
      hasModes = hasModes || message.mode != nil
      learn(message.navigationalStatus)
    case .vtg(let message): hasModes = hasModes || message.mode != nil
    case .gll(let message): hasModes = hasModes || message.mode != nil
    case .gns(let message): learn(message.navigationalStatus)
    case .gsa(let message): hasSystems = hasSystems || message.system != nil
    case .gsv(let message): hasSystems = hasSystems || message.signal != nil
    case .gbs(let message): hasSystems = hasSystems || message.system != nil
    case .grs(let message): hasSystems = hasSystems || message.system != nil
    case .dtm(let message):
      if let datum = message.datum, !Self.isNearWGS84(message) { foreignDatum = datum }
    // 0 and 1 are errors and warnings, which are not about the receiver itself. Other instruments send texts, too.
    case .txt(let message)
    where message.identifier ?? 2 >= 2 && message.talker.description.hasPrefix("G"):
      learn(from: message.text)
    case .pmtk705(let message):
      identify([message.release, message.product].compactMap(\.self).joined(separator: " "))
    case .pqtmver(let message): identify(message.version)
    default: break
    }
  }

  private mutating func learn(_ status: NavigationalStatus?) {
    guard let status else { return }
    hasSystems = true
    navigationalStatuses[status, default: 0] += 1
  }

  /// Learns from a text, which may also be a message of what happens, such as of the antenna or of other ports.
  private mutating func learn(from text: String?) {
    guard let text else { return }
    if let start = Self.selfDescriptions.first(where: text.uppercased().hasPrefix),
      !identities.contains(where: { $0.uppercased().hasPrefix(start) })
    {
      identify(text)
    }
  }

  /// How texts begin in which receivers name their maker, product, hardware and firmware; one of each is kept.
  private static let selfDescriptions = [
    "U-BLOX", "ANTARIS", "HW", "SW ", "SW=", "SW:", "SWVER", "FW", "ROM ", "EXT CORE", "MOD ",
    "MOD=", "MODEL", "MODULE", "PROTVER", "IC=", "MA=", "VER", "FIRMWARE", "HARDWARE", "SOFTWARE",
    "PRODUCT",
  ]

  /// Returns whether a datum is within a decimeter of WGS 84, too little to warrant advice.
  private static func isNearWGS84(_ message: DTM) -> Bool {
    guard message.datum != "W84" else { return true }
    guard let north = message.latitudeOffsetMinutes, let east = message.longitudeOffsetMinutes
    else { return message.datum == "P90" }
    // A minute of latitude is 1852 m.
    return max(north.magnitude, east.magnitude) * 1852 < 0.1
  }

  private mutating func identify(_ sent: String?) {
    guard var text = sent?[...] else { return }
    // Removes empty fields at the end, and padding.
    while let last = text.last, last == "," || last == " " { text.removeLast() }
    text = text.prefix(Self.longestIdentity)
    guard !text.isEmpty, identities.count < Self.mostIdentities, !identities.contains(String(text))
    else { return }
    identities.append(String(text))
  }

  /// The version of NMEA 0183, as far as the fields reveal it.
  package var version: String {
    hasSystems ? "4.10 or later" : hasModes ? "2.3 to 4.0" : "before 2.3"
  }
}
