// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// A log as a line of text: `#` or, with a short header, `%`, a header that begins with the name, `;`, fields, `*`, and the CRC-32
/// of everything between in eight hexadecimal digits.
///
///     #BESTPOSA,COM1,0,97.5,FINESTEERING,2438,36402.000,00000000,0001,784;SOL_COMPUTED,…*xxxxxxxx   NovAtel
///     #BESTNAVA,97,GPS,FINE,2412,543099000,17548,0,18,20;SOL_COMPUTED,…*xxxxxxxx                   Unicore
enum TextLog {
  /// Names are shorter.
  private static let longestName = 24

  static func examine(_ bytes: RawSpan, isUnicore: Bool) -> ForeignFrame {
    var offset = 1
    var comma: Int?
    var commas = 0
    while offset < bytes.byteCount {
      let byte = bytes.byte(at: offset)
      switch byte {
      case UInt8(ascii: "*") where commas > 0: return close(bytes, at: offset)
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if commas == 0, offset < 3 { return .none }
        commas += 1
        if commas == 3, let comma, bytes.byte(at: 0) == UInt8(ascii: "#") {
          // The third word of Unicore's header names a system of satellites; NovAtel's is a number.
          let word = bytes.text(comma + 1..<offset)
          guard (word == "GPS" || word == "BDS") == isUnicore else { return .none }
        }
        comma = offset
      case 0x20...0x7E where commas > 0: break
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        if offset == 1 { return .none }
      default: return commas > 1 ? .damaged : .none
      }
      offset += 1
      if commas == 0, offset > longestName { return .none }
      if offset >= ReceiverProtocols.longestFrame { return .damaged }
    }
    return .incomplete
  }

  private static func close(_ bytes: RawSpan, at asterisk: Int) -> ForeignFrame {
    let end = asterisk + 9
    return bytes.frame(of: end) { line in
      UInt32(line.text(asterisk + 1..<end), radix: 16) == line.crc32(1..<asterisk)
    }
  }
}
