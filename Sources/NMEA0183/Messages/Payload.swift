// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a case of ``Message`` holds: the fields of one sentence.
protocol Payload: Hashable, Sendable, Codable {
  /// What kind of sentence it is; of u-blox's, which share an address, the address and their number.
  static var formatter: SentenceFormatter { get }

  /// The first word of the sentence.
  var address: String { get }

  /// Writes the fields in their order.
  func write(to fields: inout FieldWriter)
}

/// The fields of a sentence of the standard, which says who speaks.
protocol StandardPayload: Payload {
  var talker: Talker { get }

  /// Reads the fields in their order.
  init(_ fields: inout FieldReader, talker: Talker)
}

extension StandardPayload {
  var address: String { talker.description + Self.formatter.description }
}

/// The fields of a maker's own sentence.
protocol ProprietaryPayload: Payload {
  static var address: String { get }

  /// Reads the fields in their order.
  init(_ fields: inout FieldReader)
}

extension ProprietaryPayload {
  static var address: String { formatter.description }
  var address: String { Self.address }
}
