// Core Location for Linux. SPDX-License-Identifier: MIT

/// A fake receiver, which sends epochs, obeys commands, and fails as a test requires.
///
/// It computes checksums itself, so that those of the commands are compared with independent ones.
package struct FakeReceiver: Sendable {
  package enum Kind: Sendable {
    case ublox8
    case ublox10
    /// A u-blox on a port that ignores UBX.
    case ubloxSentences
    case mediatek
    case sirf
    /// Sends sentences, and nothing that identifies its maker.
    case nobody
  }

  package enum Fault: Sendable {
    case none
    /// Ignores everything that it receives.
    case deaf
    /// Refuses every change, but answers queries.
    case refusing
    /// Acknowledges another epoch rate, but keeps the old one.
    case stubborn
    /// Adopts another epoch rate, but does not acknowledge it the first time.
    case forgetful
    /// Never sends again after a change of the baud rate.
    case losingItself
    /// Acknowledges NAV-SAT, but does not send it.
    case withoutSatellites
    /// Has no memory to store settings in.
    case withoutMemory
  }

  package let kind: Kind
  package var fault: Fault
  package var baudRate: Int
  /// The interval between epochs, in milliseconds.
  package var period: Int
  package var sentences: Set<String>
  /// Whether it sends its binary protocol instead of sentences.
  package var isBinary = false
  /// The frames of UBX that it sends, class and number in one; NAV-PVT if it is to send frames and has none.
  package var frames: Set<UInt16> = []
  package var isLost = false
  package var isStored = false
  /// Whether its port is its own USB.
  package var isUSB = false
  /// The commands so far that would change something.
  package internal(set) var commands: [String] = []

  var input: [UInt8] = []
  var timesForgotten = 0
  private var epoch = 0
  private var clock = 43_200_000

  package init(
    _ kind: Kind, fault: Fault = .none, baudRate: Int = 9600, period: Int = 1000,
    sentences: Set<String> = ["GGA", "RMC", "GSA", "GLL"]
  ) {
    self.kind = kind
    self.fault = fault
    self.baudRate = baudRate
    self.period = period
    self.sentences = sentences
  }

  // MARK: Output

  /// Returns what it sends in the next epoch.
  package mutating func burst() -> [UInt8] {
    epoch += 1
    clock += period
    if isLost { return [] }
    if isBinary, kind == .sirf { return Self.sirf([2, 0, 0, 0]) }
    var bytes = (isBinary && frames.isEmpty ? [0x0107] : frames.sorted()).flatMap(frame)
    if isBinary { return bytes }
    for name in ["RMC", "GGA", "GSA", "GSV", "VTG", "GLL", "GST", "ZDA"]
    where sentences.contains(name) {
      bytes += Self.sentence("GP" + body(of: name))
    }
    // Receivers identify themselves from time to time.
    if epoch % 5 == 1 {
      switch kind {
      case .ublox8, .ublox10, .ubloxSentences:
        bytes += Self.sentence("GNTXT,01,01,02,u-blox AG - www.u-blox.com")
      case .mediatek: bytes += Self.sentence("PMTK010,002")
      case .sirf: bytes += Self.sentence("PSRFTXT,Version:GSW3.2.4")
      case .nobody: break
      }
    }
    return bytes
  }

  /// Returns a frame about the present time of the week, with nothing else in it.
  private func frame(_ kind: UInt16) -> [UInt8] {
    let count = [0x0107: 92, 0x0104: 18, 0x0103: 16][kind] ?? 8
    let time = (0..<4).map { UInt8(truncatingIfNeeded: clock >> (8 * $0)) }
    return Self.ubx(
      UInt8(kind >> 8), UInt8(kind & 0xFF), time + [UInt8](repeating: 0, count: count - 4))
  }

  private func body(of name: String) -> String {
    let seconds = clock / 1000
    let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map {
      String($0 + 100).dropFirst()
    }
    let time = parts.joined() + "." + String(clock % 1000 + 1000).dropFirst()
    let position = "4732.6220,N,00940.9980,E"
    switch name {
    case "GGA": return "GGA,\(time),\(position),1,08,1.0,396.0,M,47.0,M,,"
    case "RMC": return "RMC,\(time),A,\(position),2.0,60.0,150625,,,A"
    case "GLL": return "GLL,\(position),\(time),A,A"
    case "GST": return "GST,\(time),1.2,2.0,2.0,0.0,2.0,2.0,3.0"
    case "ZDA": return "ZDA,\(time),15,06,2025,00,00"
    case "GSA": return "GSA,A,3,05,07,,,,,,,,,,,1.9,1.0,1.6"
    case "GSV": return "GSV,1,1,02,05,40,083,45,07,17,308,41"
    default: return "VTG,60.0,T,,M,2.0,N,3.7,K,A"
    }
  }

  // MARK: Framing

  package static func sentence(_ body: String) -> [UInt8] {
    var sum: UInt8 = 0
    for byte in body.utf8 { sum ^= byte }
    let digits = String(Int(sum) + 0x100, radix: 16, uppercase: true).dropFirst()
    return Array("$\(body)*\(digits)\r\n".utf8)
  }

  package static func ubx(_ messageClass: UInt8, _ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body =
      [messageClass, number, UInt8(payload.count % 256), UInt8(payload.count / 256)] + payload
    return [0xB5, 0x62] + body + checksum(body)
  }

  package static func sirf(_ payload: [UInt8]) -> [UInt8] {
    let sum = payload.reduce(0) { $0 + Int($1) } % 0x8000
    return [0xA0, 0xA2, 0, UInt8(payload.count)] + payload
      + [UInt8(sum / 256), UInt8(sum % 256), 0xB0, 0xB3]
  }

  /// Returns the checksum of RFC 1145, with both sums modulo 256.
  static func checksum(_ body: [UInt8]) -> [UInt8] {
    let first = body.reduce(0) { $0 + Int($1) }
    let second = body.enumerated().reduce(0) { $0 + (body.count - $1.offset) * Int($1.element) }
    return [UInt8(first % 256), UInt8(second % 256)]
  }
}
