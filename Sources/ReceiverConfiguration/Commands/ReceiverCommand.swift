// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import SerialLine
package import UBX

package struct ReceiverCommand: Hashable, Sendable {
  package enum Acknowledgement: Hashable, Sendable {
    /// UBX ACK-ACK, or ACK-NAK for a refusal, with the kind of the command.
    case ubx(FrameKind)
    /// A message of this kind that starts with these bytes; ACK-NAK means that there is none.
    case ubxReply(FrameKind, startingWith: [UInt8] = [])
    /// PMTK001 with the number of the command and 3 for success.
    case pmtk(Int)
    case sentence(String)
    /// None: the receiver's further output shows whether it was accepted.
    case none
  }

  package var bytes: [UInt8]
  package var meaning: String
  package var acknowledgement: Acknowledgement
  /// The rate of the line once the command has taken effect; `nil` if it stays.
  package var newRate: BaudRate?

  /// Creates a command in u-blox's binary protocol.
  package init(
    _ frame: UBXFrame, _ meaning: String, _ acknowledgement: Acknowledgement,
    newRate: BaudRate? = nil
  ) {
    self.init(bytes: frame.bytes, meaning, acknowledgement, newRate: newRate)
  }

  package init(
    bytes: [UInt8], _ meaning: String, _ acknowledgement: Acknowledgement, newRate: BaudRate? = nil
  ) {
    (self.bytes, self.meaning, self.acknowledgement) = (bytes, meaning, acknowledgement)
    self.newRate = newRate
  }

  /// One line for users: the meaning, and all bytes that are written, also as text if they are text.
  package var line: String { "\(meaning): \(writtenBytes)" }

  /// The bytes that are written, in hexadecimal, also as text if they are text.
  private var writtenBytes: String {
    let hex = bytes.map(\.hexadecimal).joined(separator: " ")
    guard bytes.first == UInt8(ascii: "$") else { return hex }
    let text = String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
    return "\(text) (\(hex))"
  }
}

extension UInt8 {
  var hexadecimal: String { LinuxSystem.hexadecimal(self, digits: 2, uppercase: true) }
}
