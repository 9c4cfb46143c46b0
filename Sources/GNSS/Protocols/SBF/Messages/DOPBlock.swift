// Core Location for Linux. SPDX-License-Identifier: MIT

/// DOP: dilutions of precision, in hundredths, of which 0 means unknown.
///
///     NrSV … PDOP TDOP HDOP VDOP
///     14     16   18   20   22
struct DOPBlock: SBFBlock {
  var satellites: UInt8?
  var pdop: Double?
  var tdop: Double?
  var hdop: Double?
  var vdop: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 24 else { return nil }
    satellites = block.known(at: 14)
    (pdop, tdop) = (Self.dilution(block, at: 16), Self.dilution(block, at: 18))
    (hdop, vdop) = (Self.dilution(block, at: 20), Self.dilution(block, at: 22))
  }

  private static func dilution(_ block: RawSpan, at offset: Int) -> Double? {
    let hundredths: UInt16 = block.integer(at: offset)
    return hundredths == 0 ? nil : Double(hundredths) / 100
  }
}
