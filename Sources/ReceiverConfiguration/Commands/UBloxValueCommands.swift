// Core Location for Linux. SPDX-License-Identifier: MIT
//
// u-blox M10 SPG 5.10 interface description, UBX-CFG-VALSET and UBX-CFG-VALGET.

package import SerialLine

/// The commands for newer receivers of u-blox: values by their keys.
package enum UBloxValueCommands {
  /// The memories that hold values; several may be combined.
  package struct Layers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Holds values until power is lost.
    package static let memory = Layers(rawValue: 1)
    /// Holds values while the battery lasts.
    package static let batteryBacked = Layers(rawValue: 2)
    package static let flash = Layers(rawValue: 4)
  }

  /// Values by their keys, in the order in which they are sent.
  package typealias Values = [(key: UBloxKey, value: UInt32)]

  /// Returns UBX-CFG-VALGET, which asks for the values in use.
  ///
  /// The receiver refuses if it does not know one of the keys.
  package static func ask(_ keys: [UBloxKey]) -> ReceiverCommand {
    ReceiverCommand(
      UBXFrame(.getValues, [0, 0, 0, 0] + keys.flatMap(\.rawValue.littleEndianBytes)),
      "ask for \(keys.count) settings", .ubxReply(.getValues))
  }

  /// Returns UBX-CFG-VALSET, which sets values, all of them or none.
  package static func set(
    _ values: Values, _ meaning: String, layers: Layers = .memory, newRate: BaudRate? = nil
  ) -> ReceiverCommand {
    let pairs = values.flatMap { key, value in
      key.rawValue.littleEndianBytes + value.littleEndianBytes.prefix(key.byteCount ?? 4)
    }
    return ReceiverCommand(
      UBXFrame(.setValues, [0, layers.rawValue, 0, 0] + pairs), meaning,
      newRate == nil ? .ubx(.setValues) : .none, newRate: newRate)
  }

  package static func values(in answer: UBXFrame) -> [UBloxKey: UInt32] {
    var values: [UBloxKey: UInt32] = [:]
    var rest = answer.payload.dropFirst(4)
    while rest.count > 4 {
      let key = UBloxKey(rawValue: UInt32(littleEndianBytes: rest.prefix(4)))
      rest = rest.dropFirst(4)
      guard let count = key.byteCount, rest.count >= count else { break }
      values[key] = UInt32(littleEndianBytes: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return values
  }
}

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

  /// CFG-MSGOUT-UBX_RXM_SFRBX.
  package static func sendsPages(on port: Port) -> UBloxKey { UBloxKey(0x2091_0232, on: port) }

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
