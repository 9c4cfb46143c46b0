// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Everything that is read from a stream of bytes.
struct DecodedInput: Equatable {
  /// A sentence, and the message that was read from it.
  struct DecodedSentence: Equatable {
    var text: String
    var address: String
    var tag: TagBlock?
    var message: Message?
  }

  var sentences: [DecodedSentence] = []
  var defects = Defects()

  var texts: [String] { sentences.map(\.text) }
  var messages: [Message] { sentences.compactMap(\.message) }

  /// Reads bytes in pieces of `pieceLength` until the end of input.
  init(
    _ bytes: [UInt8], pieceLength: Int = .max,
    checksums policy: SentenceFramer.ChecksumPolicy = .required
  ) {
    var reader = MessageReader(checksums: policy)
    var rest = bytes[...]
    while !rest.isEmpty {
      var piece = rest.prefix(pieceLength)
      rest = rest.dropFirst(pieceLength)
      while !piece.isEmpty {
        piece = piece.dropFirst(reader.push(piece.span.bytes))
        while let sentence = reader.nextSentence() {
          sentences.append(
            DecodedSentence(
              text: reader.text(of: sentence), address: sentence.address.description,
              tag: reader.tagBlock(of: sentence), message: reader.message(of: sentence)))
        }
      }
    }
    reader.finish()
    defects = reader.defects
  }

  /// Reads text in one piece.
  init(_ text: String, checksums policy: SentenceFramer.ChecksumPolicy = .required) {
    self.init(Array(text.utf8), checksums: policy)
  }
}

/// Returns a sentence with its checksum, without a line end.
func checked(_ body: String) -> String { "$\(body)*\(checksum(of: body))" }

/// Returns the exclusive or of the characters as two capital hexadecimal digits, computed bit by bit.
///
/// Not taken from the module, which it is used to test.
func checksum(of body: String) -> String {
  let digits = Array("0123456789ABCDEF")
  let bytes = Array(body.utf8)
  let odd = (0..<8).map { bit in bytes.count { $0 & (1 << bit) != 0 } % 2 }
  return String([
    digits[odd[7] * 8 + odd[6] * 4 + odd[5] * 2 + odd[4]],
    digits[odd[3] * 8 + odd[2] * 4 + odd[1] * 2 + odd[0]],
  ])
}

/// Returns a copy of a value with a change applied.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}

extension SentenceFramer {
  /// Adds bytes, for which there must be room.
  mutating func receive(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    precondition(push(bytes.span.bytes) == bytes.count, "no room")
  }
}
