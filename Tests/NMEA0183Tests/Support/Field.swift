// Core Location for Linux. SPDX-License-Identifier: MIT

@testable import NMEA0183

/// The value that a reader returns for some fields, and what it counts.
struct Field<Value> {
  var value: Value
  var unreadable: Int
  var isUnusable: Bool
  /// Whether anything was left to read.
  var hasMore: Bool

  /// Reads fields as they are in a sentence, followed by a checksum.
  init(_ text: String, _ read: (inout FieldReader) -> Value) {
    self.init(Array(text.utf8) + Array("*00\r\n".utf8), length: text.utf8.count, read)
  }

  /// Reads the first `length` bytes.
  init(_ bytes: [UInt8], length: Int, _ read: (inout FieldReader) -> Value) {
    var reader = FieldReader(bytes.rawSpan, from: 0, to: length)
    value = read(&reader)
    unreadable = reader.unreadable
    isUnusable = reader.isUnusable
    hasMore = reader.hasMore
  }
}
