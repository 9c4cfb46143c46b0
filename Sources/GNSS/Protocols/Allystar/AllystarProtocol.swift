// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The binary protocol of Allystar's receivers: that of u-blox with other first bytes.
///
///     F1 D9 class identifier length (2) payload checksum (2)
///     0  1  2     3          4          6
enum AllystarProtocol: ReceiverProtocol {
  static let name = "Allystar binary"
  static let openers: [[UInt8]] = [[0xF1, 0xD9]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame { bytes.frameLikeUBX() }
}
