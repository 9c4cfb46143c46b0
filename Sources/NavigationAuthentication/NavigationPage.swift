// Core Location for Linux. SPDX-License-Identifier: MIT

/// A page of Galileo's I/NAV message on E1-B: 240 bits, which take two seconds.
///
///     even part: 0 = even, type, word (112), tail (6)
///                0         1     2           114
///     odd part:  1 = odd, type, word (16), HKROOT (8), MACK (32), SAR (22), spare (2), CRC (24), SSP (8), tail (6)
///                120      121   122        138         146        178       200        202       226      234
///
/// Source: Galileo OS SIS ICD 2.1, section 4.3; OSNMA SIS ICD 1.1, section 2.
package struct NavigationPage: Hashable, Sendable {
  /// The number of the satellite, in `1...36`.
  package var satellite: Int
  /// The 30 bytes.
  package let bytes: [UInt8]
  /// When it began; `nil` if that is unknown, and nothing of it can be verified.
  package var start: GalileoTime?
  package var reception: Reception

  /// The duration of a page, seconds.
  package static let duration = 2

  /// - Returns: `nil` unless there is such a satellite and there are 30 bytes.
  package init?(
    satellite: Int, bytes: [UInt8], start: GalileoTime?, reception: Reception = .recorded
  ) {
    guard 1...36 ~= satellite, bytes.count == 30 else { return nil }
    (self.satellite, self.bytes, self.start) = (satellite, bytes, start)
    self.reception = reception
  }

  /// Whether it is a nominal page, both parts are in place, and the checksum is right.
  var isWhole: Bool {
    bytes.bits(0..<2) == 0 && bytes.bits(120..<122) == 0b10 && checksum == bytes.bits(202..<226)
  }

  /// The checksum of the bits before it, without the tail of the even part.
  private var checksum: UInt64 {
    var bits = BitString(capacity: 200)
    // The register is zero at first, so zeros in front, which fill the first byte, change nothing.
    bits.append(0, count: 4)
    for range in [0..<48, 48..<96, 96..<114, 120..<160, 160..<202] {
      bits.append(UInt128(bytes.bits(range)), count: range.count)
    }
    return UInt64(CRC24Q.checksum(of: bits.bytes))
  }

  var word: NavigationWord {
    NavigationWord(
      UInt128(bytes.bits(2..<50)) << 80 | UInt128(bytes.bits(50..<98)) << 32
        | UInt128(bytes.bits(98..<114)) << 16 | UInt128(bytes.bits(122..<138)))
  }

  /// The byte of the message with root keys and public keys (HKROOT).
  var hkroot: UInt8 { UInt8(truncatingIfNeeded: bytes.bits(138..<146)) }

  /// The four bytes of the message with tags and keys (MACK).
  var mack: UInt32 { UInt32(truncatingIfNeeded: bytes.bits(146..<178)) }

  /// Whether the word says that the page began at another time than ``start``.
  var contradictsItsTime: Bool {
    guard let start, let claim = word.time else { return false }
    return claim.timeOfWeek != start.timeOfWeek
      || claim.week.map { $0 != start.week & 0xFFF } ?? false
  }
}

/// What is known of the moment at which a page was received.
package enum Reception: Hashable, Sendable {
  /// Nothing: it is in a recording, of which nobody can say when it was made.
  case recorded
  /// So many seconds, at most, lie between the page's own time and a clock that was not set by its receiver.
  case live(margin: Double)
  /// It was received just now, and there is no clock that could be trusted.
  case undated

  /// Whether a tag whose key is published so many seconds later may be judged: the forger who has waited for the key would be late.
  func allows(delay: Int) -> Bool {
    switch self {
    case .recorded: true
    case .live(let margin): margin < Double(delay) / 2
    case .undated: false
    }
  }

  /// The one that proves less.
  func weaker(_ other: Reception) -> Reception {
    switch (self, other) {
    case (.undated, _), (_, .undated): .undated
    case (.live(let first), .live(let second)): .live(margin: max(first, second))
    case (.live, .recorded): self
    default: other
    }
  }
}

/// CRC-24Q: polynomial 1864CFB, zeros at first, nothing inverted.
private enum CRC24Q {
  static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 << 8 & 0xFFFFFF ^ table[Int($0 >> 16 ^ UInt32($1))] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 16) { register, _ in
      register & 0x800000 == 0 ? register << 1 : (register << 1 ^ 0x1864CFB) & 0xFFFFFF
    }
  }
}
