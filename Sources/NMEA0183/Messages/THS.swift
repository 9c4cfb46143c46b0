// Core Location for Linux. SPDX-License-Identifier: MIT

/// THS: true heading and its status.
///
///     $--THS,h.h,a*hh
///            1   2
public struct THS: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "THS"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 2: how it was obtained; `V` means invalid; `nil` if empty.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    heading = fields.decimal()
    mode = fields.code()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(heading)
    fields.code(mode)
  }
}
