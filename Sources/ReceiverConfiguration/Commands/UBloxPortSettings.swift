// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The payload of UBX-CFG-PRT: the settings of one port of a u-blox receiver.
///
///     port reserved ready(2) mode(4) baud(4) input(2) output(2) flags(2) reserved(2)
package struct UBloxPortSettings: Hashable, Sendable {
  /// All twenty bytes.
  package private(set) var payload: [UInt8]

  /// Reads the settings that a receiver has answered; `nil` if they are not twenty bytes.
  package init?(_ payload: [UInt8]) {
    guard payload.count == 20 else { return nil }
    self.payload = payload
  }

  /// Returns the factory settings of UART 1: 8N1, UBX, NMEA and RTCM in, UBX and NMEA out.
  package static func factory(_ rate: BaudRate) -> UBloxPortSettings {
    var settings = UBloxPortSettings(
      bytes: [1, 0, 0, 0, 0xD0, 0x08, 0, 0, 0, 0, 0, 0, 7, 0, 3, 0, 0, 0, 0, 0])
    settings.baudRate = rate
    return settings
  }

  private init(bytes: [UInt8]) { payload = bytes }

  package var isUSB: Bool { payload[0] == 3 }

  package var baudRate: BaudRate {
    get { BaudRate(rawValue: UInt32(littleEndianBytes: payload[8..<12])) }
    set { payload.replaceSubrange(8..<12, with: newValue.rawValue.littleEndianBytes) }
  }

  package var sendsFrames: Bool {
    get { payload[14] & 1 != 0 }
    set { payload[14] = newValue ? payload[14] | 1 : payload[14] & ~1 }
  }

  package var sendsSentences: Bool {
    get { payload[14] & 2 != 0 }
    set { payload[14] = newValue ? payload[14] | 2 : payload[14] & ~2 }
  }
}
