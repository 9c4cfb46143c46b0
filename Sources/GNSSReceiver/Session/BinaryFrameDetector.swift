// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds frames of binary protocols, whether or not the line carries sentences, too.
///
/// A frame counts only if its checksum is valid: two bytes that look like its start occur in any binary data. The logs that
/// Unicore and NovAtel print as text count, too: they are no sentences.
package struct BinaryFrameDetector {
  /// Frames by the name of their protocol.
  package private(set) var counts: [String: Int] = [:]

  private var frame: [UInt8] = []

  /// The name of the protocol whose frames are read.
  package static let ubx = "UBX (u-blox)"

  package init() {}

  /// Whether no frame is open; an ASCII byte then changes nothing, except for those with which some protocols begin.
  package var isIdle: Bool { frame.isEmpty }

  /// How many bytes of a possible frame have arrived.
  package var openCount: Int { frame.count }

  /// Whether a frame may begin with this byte.
  package static func mayBegin(with byte: UInt8) -> Bool {
    if case .none = Shape([byte]) { false } else { true }
  }

  /// The names of the protocols found, in alphabetical order.
  package var names: [String] { counts.keys.sorted() }

  package mutating func push(_ bytes: RawSpan) {
    for offset in 0..<bytes.byteCount {
      push(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
  }

  /// Takes the next byte.
  package mutating func push(_ byte: UInt8) {
    frame.append(byte)
    switch Shape(frame) {
    case .incomplete: break
    case .complete(let name):
      counts[name, default: 0] += 1
      frame.removeAll(keepingCapacity: true)
    case .none:
      frame.removeAll(keepingCapacity: true)
      if case .incomplete = Shape([byte]) { frame.append(byte) }
    }
  }
}

/// What the bytes so far amount to: no frame, part of one, or a complete one.
private enum Shape {
  case none
  case incomplete
  case complete(String)

  init(_ frame: [UInt8]) {
    switch frame[0] {
    case 0xB5:
      self.init(frame, BinaryFrameDetector.ubx, second: 0x62...0x62, Self.lengthOfUBX, Self.isUBX)
    case 0xD3: self.init(frame, "RTCM 3", second: 0...3, Self.lengthOfRTCM, Self.isRTCM)
    case 0xA0 where frame.count > 1 && frame[1] == 0xA1:
      self.init(frame, "SkyTraq binary", second: 0xA1...0xA1, Self.lengthOfSkyTraq, Self.isSkyTraq)
    case 0xAA where frame.count > 2 && frame[2] == 0xB5:
      self.init(frame, "Unicore binary", second: 0x44...0x44, Self.lengthOfUnicore, Self.isNovAtel)
    case 0xAA:
      self.init(frame, "NovAtel binary", second: 0x44...0x44, Self.lengthOfNovAtel, Self.isNovAtel)
    case 0xA0: self.init(frame, "SiRF binary", second: 0xA2...0xA2, Self.lengthOfSiRF, Self.isSiRF)
    case 0x24:
      self.init(frame, "SBF (Septentrio)", second: 0x40...0x40, Self.lengthOfSBF, Self.isSBF)
    case 0xBA:
      self.init(frame, "CASIC binary", second: 0xCE...0xCE, Self.lengthOfCASIC, Self.isCASIC)
    case 0xF1:
      self.init(frame, "Allystar binary", second: 0xD9...0xD9, Self.lengthOfUBX, Self.isUBX)
    case 0x51:
      self.init(frame, "QGC (Quectel)", second: 0x47...0x47, Self.lengthOfUBX, Self.isUBX)
    case 0x40: self = Self.oncore(frame)
    case 0x23: self = Self.textLog(frame)
    default: self = .none
    }
  }

  private init(
    _ frame: [UInt8], _ name: String, second: ClosedRange<UInt8>,
    _ length: ([UInt8]) -> Int?, _ isIntact: ([UInt8]) -> Bool
  ) {
    self = .incomplete
    guard frame.count > 1 else { return }
    guard second.contains(frame[1]) else {
      self = .none
      return
    }
    guard let length = length(frame) else { return }
    if length > Self.longest {
      self = .none
    } else if frame.count >= length {
      self = isIntact(frame) ? .complete(name) : .none
    }
  }

  /// The longest frame, in bytes; a frame that claims to be longer is not taken for one.
  private static let longest = 4096

  /// Reads the length of a frame: class, identifier, length with its lower byte first, payload, checksum.
  private static func lengthOfUBX(_ frame: [UInt8]) -> Int? {
    frame.count < 6 ? nil : 8 + Int(frame[4]) + Int(frame[5]) << 8
  }

  /// Checks Fletcher's checksum over everything but the first two bytes and the checksum itself.
  private static func isUBX(_ frame: [UInt8]) -> Bool {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in frame[2..<(frame.count - 2)] {
      first &+= byte
      second &+= first
    }
    return frame[frame.count - 2] == first && frame[frame.count - 1] == second
  }

  /// Reads the length of a frame: six zero bits and ten bits of length, payload, checksum.
  private static func lengthOfRTCM(_ frame: [UInt8]) -> Int? {
    frame.count < 3 ? nil : 6 + Int(frame[1]) << 8 + Int(frame[2])
  }

  /// Checks that the CRC-24Q over the whole frame, including the checksum, is zero.
  private static func isRTCM(_ frame: [UInt8]) -> Bool {
    var remainder: UInt32 = 0
    for byte in frame {
      remainder ^= UInt32(byte) << 16
      for _ in 0..<8 {
        remainder = remainder << 1 ^ (remainder & 0x80_0000 == 0 ? 0 : 0x186_4CFB)
      }
    }
    return remainder & 0xFF_FFFF == 0
  }

  /// Reads the length of a frame: checksum, block number, length of the whole frame with its lower byte first, payload.
  private static func lengthOfSBF(_ frame: [UInt8]) -> Int? {
    guard frame.count >= 8 else { return nil }
    let length = Int(frame[6]) + Int(frame[7]) << 8
    // No block is shorter than its header; among zeros, a length and a checksum of zero would be valid.
    return length >= 8 && length % 4 == 0 ? length : longest + 1
  }

  /// Checks the CRC-16 (polynomial 1021) over everything after the checksum, which has its lower byte first.
  private static func isSBF(_ frame: [UInt8]) -> Bool {
    var remainder: UInt16 = 0
    for byte in frame[4...] {
      remainder ^= UInt16(byte) << 8
      for _ in 0..<8 { remainder = remainder << 1 ^ (remainder & 0x8000 == 0 ? 0 : 0x1021) }
    }
    return UInt16(frame[2]) + UInt16(frame[3]) << 8 == remainder
  }

  /// Reads the length of a frame: length with its higher byte first, payload, checksum, CR LF.
  private static func lengthOfSkyTraq(_ frame: [UInt8]) -> Int? {
    frame.count < 4 ? nil : 7 + Int(frame[2]) << 8 + Int(frame[3])
  }

  /// Checks the exclusive or of the payload, and the end of the frame.
  private static func isSkyTraq(_ frame: [UInt8]) -> Bool {
    let end = frame.count - 3
    return frame[4..<end].reduce(0, ^) == frame[end] && frame[end + 1] == 0x0D
      && frame[end + 2] == 0x0A
  }

  /// Reads the length of a frame with the long header (12), which states its own length, or the short one (13).
  private static func lengthOfNovAtel(_ frame: [UInt8]) -> Int? {
    guard frame.count > 2 else { return nil }
    switch frame[2] {
    case 0x12:
      return frame.count < 10 ? nil : Int(frame[3]) + Int(frame[8]) + Int(frame[9]) << 8 + 4
    case 0x13: return frame.count < 4 ? nil : 12 + Int(frame[3]) + 4
    default: return .max
    }
  }

  /// Reads the length of a frame: 24 bytes of header with the length of the payload, payload, checksum.
  private static func lengthOfUnicore(_ frame: [UInt8]) -> Int? {
    frame.count < 8 ? nil : 24 + Int(frame[6]) + Int(frame[7]) << 8 + 4
  }

  /// Checks that the CRC-32 of everything before the checksum equals it.
  private static func isNovAtel(_ frame: [UInt8]) -> Bool {
    frame.suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } == crc32(frame.dropLast(4))
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return remainder
  }

  /// A log as text: `#`, a header with the name first, `;`, fields, `*`, and the same CRC-32 in eight hexadecimal digits.
  private static func textLog(_ frame: [UInt8]) -> Self {
    guard let last = frame.last, (0x20...0x7E).contains(last), frame.count < longest else {
      return .none
    }
    if frame.count > 1, !(0x41...0x5A).contains(frame[1]) { return .none }
    let asterisk = frame.count - 9
    guard asterisk > 0, frame[asterisk] == UInt8(ascii: "*") else { return .incomplete }
    let digits = String(decoding: frame.suffix(8), as: UTF8.self)
    let isIntact = UInt32(digits, radix: 16) == crc32(frame[1..<asterisk])
    return isIntact ? .complete("Unicore or NovAtel ASCII") : .none
  }

  /// A frame of Motorola's Oncore: `@@`, two letters, payload, exclusive or, CR LF; the letters tell its length.
  private static func oncore(_ frame: [UInt8]) -> Self {
    let letters = frame.dropFirst(2).prefix(2)
    guard frame.dropFirst().first ?? 0x40 == 0x40,
      letters.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }),
      frame.count <= longestOncore
    else { return .none }
    guard frame.count >= 7, frame.suffix(2).elementsEqual([0x0D, 0x0A]) else { return .incomplete }
    // A payload, too, may contain CR LF.
    let isIntact = frame[2..<(frame.count - 3)].reduce(0, ^) == frame[frame.count - 3]
    return isIntact ? .complete("Oncore binary (Motorola)") : .incomplete
  }

  /// The longest frame of Oncore, in bytes: the identification of the receiver, @@Cj.
  private static let longestOncore = 294

  /// Reads the length of a frame: length of the payload with its lower byte first, class, identifier, payload, checksum.
  private static func lengthOfCASIC(_ frame: [UInt8]) -> Int? {
    guard frame.count >= 4 else { return nil }
    let length = Int(frame[2]) + Int(frame[3]) << 8
    return length % 4 == 0 ? 10 + length : longest + 1
  }

  /// Checks the sum of the header and of the payload, in words of 32 bits with their lower bytes first.
  private static func isCASIC(_ frame: [UInt8]) -> Bool {
    func word(at index: Int) -> UInt32 {
      frame[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let end = frame.count - 4
    return stride(from: 2, to: end, by: 4).reduce(0) { $0 &+ word(at: $1) } == word(at: end)
  }

  /// Reads the length of a frame: length with its higher byte first, payload, checksum, B0 B3.
  private static func lengthOfSiRF(_ frame: [UInt8]) -> Int? {
    frame.count < 4 ? nil : 8 + Int(frame[2]) << 8 + Int(frame[3])
  }

  /// Checks the lower 15 bits of the payload's sum, and the end of the frame.
  private static func isSiRF(_ frame: [UInt8]) -> Bool {
    let end = frame.count - 4
    let sum = frame[4..<end].reduce(0) { $0 + Int($1) } & 0x7FFF
    return frame[end] == UInt8(sum >> 8) && frame[end + 1] == UInt8(sum & 0xFF)
      && frame[end + 2] == 0xB0 && frame[end + 3] == 0xB3
  }
}
