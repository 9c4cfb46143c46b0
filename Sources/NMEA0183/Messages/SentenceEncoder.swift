// Core Location for Linux. SPDX-License-Identifier: MIT

/// Writes messages as sentences, with checksum and line end.
///
/// A message that is written and read again is unchanged: numbers get as many decimals as that requires, and no fewer
/// than receivers commonly send. The exceptions are what no sentence can express: numbers of more than nineteen digits,
/// coordinates finer than the fourteenth decimal of a minute (within a degree of the equator or of Greenwich), and
/// empty texts.
public struct SentenceEncoder: Sendable {
  /// The fewest decimals of a coordinate's minutes; 0…14.
  public var minimumMinuteDecimals = 4

  /// The fewest decimals of a time's seconds; 0…9.
  public var minimumSecondDecimals = 2

  /// Creates an encoder with the usual number of decimals.
  public init() {}

  /// Appends a message as a sentence with its line end; for `.other`, appends nothing and returns false.
  @discardableResult
  public func append(_ message: Message, to bytes: inout [UInt8]) -> Bool {
    var writing = Writing(
      fields: FieldWriter(
        bytes: bytes, minuteDecimals: minimumMinuteDecimals, secondDecimals: minimumSecondDecimals))
    // Not shared, so that it grows in place.
    bytes = []
    defer { bytes = writing.fields.bytes }
    return message.accept(&writing)
  }

  private struct Writing: PayloadVisitor {
    var fields: FieldWriter

    mutating func visit(_ payload: some Payload) {
      let start = fields.bytes.count
      fields.bytes.append(.dollar)
      fields.bytes.append(contentsOf: payload.address.utf8)
      payload.write(to: &fields)
      let sum = fields.bytes[(start + 1)...].reduce(0, ^)
      fields.bytes.append(contentsOf: "*\(hexadecimalDigits(sum))\r\n".utf8)
    }
  }

  /// Returns a message as a sentence with its line end; `nil` for `.other`.
  public func sentence(for message: Message) -> String? {
    var bytes: [UInt8] = []
    return append(message, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Returns a sentence made from the text between `$` and `*`, with its checksum and a line end.
  ///
  /// For sentences that no ``Message`` describes, such as a command to a receiver.
  public static func sentence(body: some StringProtocol) -> String {
    let sum = body.utf8.reduce(0, ^)
    return "$\(body)*\(hexadecimalDigits(sum))\r\n"
  }
}
