// Core Location for Linux. SPDX-License-Identifier: MIT

/// MTW: temperature of the water.
///
///     $--MTW,t.t,C*hh
///            1   2
public struct MTW: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "MTW"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees Celsius; `nil` if empty.
  public var temperature: Double?

  /// Creates an empty message.
  public init(talker: Talker = "YX") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&temperature, unit: "C")
  }
}
