// Core Location for Linux. SPDX-License-Identifier: MIT

/// A log about the receiver rather than an instant.
protocol StatusLog: LogMessage {
  func report(_ report: ProtocolReader.Consumer)
}

/// NovAtel's receiver status, of RXSTATUS and of the header of each log.
///
/// Bits 5 and 6 have meant the same since OEM4; others were counters of errors until OEM7, which marks its status in bits 25 and 26.
struct ReceiverStatusWord: Sendable {
  let bits: UInt32

  private func has(_ bit: UInt32) -> Bool { bits >> bit & 1 != 0 }

  var isOfOEM7: Bool { bits >> 25 & 3 != 0 }

  /// What the receiver measures at the primary antenna; `nil` if it does not feed one.
  var antenna: AntennaState? {
    if has(6) { return .shorted }
    if has(5) { return .open }
    return has(3) ? nil : .good
  }

  var isJammed: Bool { isOfOEM7 && has(15) }
  var isSpoofed: Bool { isOfOEM7 && has(9) }

  /// Reports what the header of a log says: other makers' headers have other bits in its place, or none.
  func reportHeader(_ report: ProtocolReader.Consumer) {
    if isOfOEM7 { self.report(report) }
  }

  func report(_ report: ProtocolReader.Consumer) {
    if let antenna { report(.antenna(antenna)) }
    if isJammed { report(.jamming(isCertain: true)) }
    if isSpoofed { report(.spoofing) }
  }
}

/// RXSTATUS, NovAtel's: errors, and words of status, of which the first is the receiver's.
///
///     error N … status priority set clear
///     0     4   8      12       16  20
struct RXSTATUS: StatusLog {
  var error: UInt32
  /// Receiver, then auxiliary 1 to 4.
  var status: [UInt32] = []

  init?(_ fields: inout LogFields) {
    guard let error = fields.bits(), let count = fields.count(most: 8) else { return nil }
    self.error = error
    for _ in 0..<count {
      guard let word = fields.bits() else { return }
      status.append(word)
      fields.skip(bytes: 12, fields: 3)
    }
  }

  func report(_ report: ProtocolReader.Consumer) {
    if let word = status.first { ReceiverStatusWord(bits: word).report(report) }
  }
}

/// ITDETECTSTATUS, NovAtel's: what the receiver finds in the spectrum.
///
///     N … band method center (MHz) bandwidth (MHz) power (dBm) density severity (2) reserved
///     0   4    8      12           16              20          24      28           36
struct ITDETECTSTATUS: StatusLog {
  var interferers: Int

  init?(_ fields: inout LogFields) {
    guard let count = fields.integer() else { return nil }
    interferers = count
  }

  /// Some of these are weak: it is the receiver's status that says whether they matter.
  func report(_ report: ProtocolReader.Consumer) {
    if interferers > 0 { report(.jamming(isCertain: false)) }
  }
}

/// How strong Unicore's receivers find a jammer.
enum JammerStrength: Int, Encodable, Sendable {
  case none, weak, strong
}

/// JAMSTATUS, Unicore's.
///
///     position type, ratio flag reserved (2)
///     0              4     5
struct JAMSTATUS: StatusLog {
  var ratio: Int
  /// `nil` if it is not known.
  var strength: JammerStrength?

  init?(_ fields: inout LogFields) {
    fields.skip(bytes: 4, fields: 1)
    guard let ratio = fields.byte(), let flag = fields.byte() else { return nil }
    (self.ratio, strength) = (ratio, JammerStrength(rawValue: flag))
  }

  func report(_ report: ProtocolReader.Consumer) { strength?.report(report) }
}

/// FREQJAMSTATUS, Unicore's: the same of each of three bands.
///
///     position type, L1: ratio flag L2: ratio flag L5: ratio flag reserved (2)
///     0                  4     5        6     7        8     9
struct FREQJAMSTATUS: StatusLog {
  struct Band: Encodable, Sendable {
    var name: String
    var ratio: Int
    /// `nil` if it is not known.
    var strength: JammerStrength?
  }

  var bands: [Band] = []

  init?(_ fields: inout LogFields) {
    fields.skip(bytes: 4, fields: 1)
    for name in ["L1", "L2", "L5"] {
      guard let ratio = fields.byte(), let flag = fields.byte() else { return nil }
      bands.append(Band(name: name, ratio: ratio, strength: JammerStrength(rawValue: flag)))
    }
  }

  func report(_ report: ProtocolReader.Consumer) {
    bands.compactMap(\.strength?.rawValue).max().flatMap(JammerStrength.init)?.report(report)
  }
}

extension JammerStrength {
  fileprivate func report(_ report: ProtocolReader.Consumer) {
    if self != .none { report(.jamming(isCertain: self == .strong)) }
  }
}
