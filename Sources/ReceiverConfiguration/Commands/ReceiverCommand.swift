// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// Something that is said to a receiver, and how it shows that it has understood.
package struct ReceiverCommand: Hashable, Sendable {
  /// What tells that a command was taken.
  package enum Acknowledgement: Hashable, Sendable {
    /// UBX ACK-ACK, or ACK-NAK, with the kind of the command.
    case ubx(UBXFrame.Kind)
    /// A message of this kind that starts with these bytes; ACK-NAK says that there is none.
    case ubxReply(UBXFrame.Kind, startingWith: [UInt8] = [])
    /// PMTK001 with the number of the command and 3 for success.
    case pmtk(Int)
    /// A sentence with this address.
    case sentence(String)
    /// None: the receiver's further output shows it.
    case none
  }

  /// What is written.
  package var bytes: [UInt8]
  /// What it means, for people.
  package var meaning: String
  package var acknowledgement: Acknowledgement
  /// The rate that the line has once the command is obeyed; `nil` if it stays.
  package var newRate: BaudRate?

  /// A command in u-blox's binary protocol.
  package init(
    _ frame: UBXFrame, _ meaning: String, _ acknowledgement: Acknowledgement,
    newRate: BaudRate? = nil
  ) {
    bytes = frame.bytes
    self.meaning = meaning
    self.acknowledgement = acknowledgement
    self.newRate = newRate
  }

  package init(
    bytes: [UInt8], _ meaning: String, _ acknowledgement: Acknowledgement,
    newRate: BaudRate? = nil
  ) {
    self.bytes = bytes
    self.meaning = meaning
    self.acknowledgement = acknowledgement
    self.newRate = newRate
  }

  /// One line for people: what it means, and all that is written, as text where it is some.
  package var line: String { "\(meaning): \(writtenBytes)" }

  /// What is written, in hexadecimal, and as text if it is some.
  private var writtenBytes: String {
    let hex = bytes.map(hexadecimal).joined(separator: " ")
    guard bytes.first == UInt8(ascii: "$") else { return hex }
    let text = String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
    return "\(text) (\(hex))"
  }
}

/// Two capital hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16, uppercase: true)
  return text.count < 2 ? "0" + text : text
}
