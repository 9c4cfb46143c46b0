// Core Location for Linux. SPDX-License-Identifier: MIT
//
// SiRF Binary Protocol Reference Manual 2.4, message 129; NMEA Reference Manual 2.1, PSRF100 and PSRF103.

package import SerialLine

package enum SiRFCommands {
  package static let baudRates: [BaudRate] = [.b4800, .b9600, .b19200, .b38400, .b57600, .b115200]

  /// Returns a message of the binary protocol.
  ///
  ///     A0 A2 length(2) payload… checksum(2) B0 B3
  package static func frame(_ payload: [UInt8]) -> [UInt8] {
    let sum = payload.reduce(0) { $0 + Int($1) } & 0x7FFF
    return [0xA0, 0xA2, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
      + [UInt8(sum >> 8), UInt8(sum & 0xFF), 0xB0, 0xB3]
  }

  /// Returns message 129, which switches from the binary protocol to sentences.
  ///
  /// The rate has two bytes, and so is 57600 baud at most.
  ///
  /// Mode 2 leaves the debug messages as they are. Then follow, each with a 1 for its checksum, the seconds between two GGA,
  /// GLL, GSA, GSV, RMC, VTG, MSS, an unused one, ZDA, and another unused one; then the rate.
  package static func switchToSentences(
    _ sentences: Set<SwitchableSentence>, at rate: BaudRate
  ) -> ReceiverCommand {
    let order: [SwitchableSentence?] = [
      .gga, .gll, .gsa, .gsv, .rmc, .vtg, nil, nil, .zda, nil,
    ]
    let periods = order.flatMap { sentence -> [UInt8] in
      [sentence.map { sentences.contains($0) ? 1 : 0 } ?? 0, 1]
    }
    let baud = UInt16(clamping: rate.rawValue)
    return ReceiverCommand(
      bytes: frame([129, 2] + periods + [UInt8(baud >> 8), UInt8(baud & 0xFF)]),
      "from SiRF binary to sentences (\(sentences.names)) at \(rate)", .none, newRate: rate)
  }

  /// Returns PSRF100, which sets the protocol (0 binary, 1 sentences) and the rate of the line, 8N1.
  package static func setPort(sentences: Bool, _ rate: BaudRate) -> ReceiverCommand {
    ReceiverCommand(
      sentence: "PSRF100,\(sentences ? 1 : 0),\(rate.rawValue),8,1,0",
      sentences ? "\(rate)" : "SiRF binary at \(rate)", .none, newRate: rate)
  }

  /// Returns PSRF103, which sends a sentence every second or never, with its checksum; `nil` if it has no number.
  ///
  ///     $PSRF103,number,00,seconds,checksum
  package static func send(_ sentence: SwitchableSentence, _ isOn: Bool) -> ReceiverCommand? {
    guard let number = sentence.facts.sirf else { return nil }
    return ReceiverCommand(
      sentence: "PSRF103,0\(number),00,\(isOn ? "01" : "00"),01",
      "\(sentence.rawValue) \(isOn ? "on" : "off")", .none)
  }
}
