// Core Location for Linux. SPDX-License-Identifier: MIT
//
// u-blox M10 SPG 5.10 and F9 HPG 1.32 interface descriptions, chapter "Configuration interface".

/// A setting of newer u-blox receivers, by its key in UBX-CFG-VALSET.
package struct UBloxKey: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Milliseconds between measurements.
  package static let measurementPeriod = UBloxKey(rawValue: 0x3021_0001)
  /// Bits per second of the first UART.
  package static let baudRate = UBloxKey(rawValue: 0x4052_0001)

  package enum Port: Hashable, Sendable {
    case uart1
    case usb
  }

  /// Returns the key for how often a sentence is sent on a port, in epochs.
  package static func output(of sentence: SwitchableSentence, on port: Port) -> UBloxKey {
    UBloxKey(sentence.facts.ublox.key, on: port)
  }

  /// Returns the key for how often a frame is sent on a port, in epochs; `nil` if there is none.
  package static func output(of frame: UBloxNavigation, on port: Port) -> UBloxKey? {
    frame.facts.key.map { UBloxKey($0, on: port) }
  }

  /// - Parameter first: the key for UART 1; that for USB is two further.
  private init(_ first: UInt32, on port: Port) { rawValue = port == .uart1 ? first : first + 2 }

  package static func sendsFrames(on port: Port) -> UBloxKey {
    UBloxKey(rawValue: port == .uart1 ? 0x1074_0001 : 0x1078_0001)
  }

  package static func sendsSentences(on port: Port) -> UBloxKey {
    UBloxKey(rawValue: port == .uart1 ? 0x1074_0002 : 0x1078_0002)
  }

  /// The bytes of its value, as the highest digit indicates; `nil` for an unknown kind.
  package var byteCount: Int? {
    switch rawValue >> 28 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }
}
