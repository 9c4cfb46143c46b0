// Core Location for Linux. SPDX-License-Identifier: MIT

/// ROT: rate of turn.
///
///     $--ROT,r.r,A*hh
///            1   2
public struct ROT: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "ROT"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees per minute, positive to starboard; `nil` if empty.
  public var rateDegreesPerMinute: Double?
  /// Field 2: whether the rate is valid; `nil` if empty.
  public var status: DataStatus?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    rateDegreesPerMinute = fields.decimal()
    status = fields.code()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(rateDegreesPerMinute)
    fields.code(status)
  }
}
