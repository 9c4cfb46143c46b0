// Core Location for Linux. SPDX-License-Identifier: MIT

/// THS: true heading and its status.
///
///     $--THS,h.h,a*hh
///            1   2
public struct THS: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "THS"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 2: how it was obtained: `A` measured, `E` dead reckoning, `M` by hand, `S` simulated, `V` not valid; `nil` if
  /// empty.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&heading)
    fields.code(&mode)
  }
}
