// Core Location for Linux. SPDX-License-Identifier: MIT

/// MTW: temperature of the water.
///
///     $--MTW,t.t,C*hh
///            1   2
public struct MTW: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "MTW"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees Celsius; `nil` if empty.
  public var temperature: Double?

  /// Creates an empty message.
  public init(talker: Talker = "YX") { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    temperature = fields.decimal()
    fields.skip()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(temperature)
    fields.unit("C")
  }
}
