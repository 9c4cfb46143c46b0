// Core Location for Linux. SPDX-License-Identifier: MIT

/// HDM: magnetic heading.
///
///     $--HDM,h.h,M*hh
///            1   2
public struct HDM: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HDM"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticHeading: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    magneticHeading = fields.decimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(magneticHeading)
    fields.unit("M")
  }
}
