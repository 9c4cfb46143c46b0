// Core Location for Linux. SPDX-License-Identifier: MIT

/// HDT: true heading.
///
///     $--HDT,h.h,T*hh
///            1   2
public struct HDT: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HDT"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    heading = fields.decimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(heading)
    fields.unit("T")
  }
}
