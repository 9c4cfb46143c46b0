// Core Location for Linux. SPDX-License-Identifier: MIT

/// HDG: heading of a magnetic sensor, its deviation, and the variation.
///
///     $--HDG,h.h,d.d,a,v.v,a*hh
///            1   2   3 4   5
public struct HDG: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HDG"

  /// The talker.
  public var talker: Talker
  /// Field 1: reading of the sensor, degrees clockwise from its north; `nil` if empty.
  public var sensorHeading: Double?
  /// Fields 2 and 3: deviation of the sensor, degrees, east positive; `nil` if empty.
  public var deviation: Double?
  /// Fields 4 and 5: magnetic variation, degrees, east positive; `nil` if empty.
  public var magneticVariation: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&sensorHeading)
    fields.variation(&deviation)
    fields.variation(&magneticVariation)
  }
}
