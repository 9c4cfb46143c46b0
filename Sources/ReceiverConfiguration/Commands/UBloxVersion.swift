// Core Location for Linux. SPDX-License-Identifier: MIT

/// The versions that UBX-MON-VER reports of a u-blox receiver.
///
///     software(30) hardware(10) extension(30)…
package struct UBloxVersion: Hashable, Sendable {
  /// The firmware, as the receiver writes it: it may contain any text.
  package let software: String
  /// The version of the protocol, `PROTVER`; `nil` if it is not reported, as by old receivers.
  package let protocolVersion: Double?

  /// Reads an answer; `nil` if it is too short.
  package init?(_ answer: UBXFrame) {
    guard answer.payload.count >= 40 else { return nil }
    software = Self.text(answer.payload.prefix(30))
    var rest = answer.payload.dropFirst(40)
    var found: Double?
    while !rest.isEmpty {
      let text = Self.text(rest.prefix(30))
      // "PROTVER=18.00" or "PROTVER 14.00".
      if text.hasPrefix("PROTVER"), let number = Double(text.dropFirst(8)),
        (0..<1000).contains(number)
      {
        found = number
      }
      rest = rest.dropFirst(30)
    }
    protocolVersion = found
  }

  /// Whether the receiver is configured with values by their keys.
  ///
  /// This is so from the tenth generation on, which no longer knows the earlier messages.
  package var takesValues: Bool { protocolVersion.map { $0 >= 34 } ?? false }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
