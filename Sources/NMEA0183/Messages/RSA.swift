// Core Location for Linux. SPDX-License-Identifier: MIT

/// RSA: angle of the rudder.
///
///     $--RSA,s.s,A,p.p,A*hh
///            1   2 3   4
public struct RSA: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "RSA"

  /// The talker.
  public var talker: Talker
  /// Field 1: the starboard rudder, or the only one, degrees, positive to starboard; `nil` if empty.
  public var starboard: Double?
  /// Field 2: whether field 1 is valid; `nil` if empty.
  public var starboardStatus: DataStatus?
  /// Field 3: the port rudder, degrees, positive to starboard; `nil` if empty.
  public var port: Double?
  /// Field 4: whether field 3 is valid; `nil` if empty.
  public var portStatus: DataStatus?

  /// Creates an empty message.
  public init(talker: Talker = "AG") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&starboard)
    fields.code(&starboardStatus)
    fields.decimal(&port)
    fields.code(&portStatus)
  }
}
