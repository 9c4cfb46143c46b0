// Core Location for Linux. SPDX-License-Identifier: MIT

/// RMA: recommended minimum specific Loran-C data.
///
///     $--RMA,A,ddmm.mm,a,dddmm.mm,a,t.t,t.t,s.s,c.c,v.v,a*hh
///            1 2       3 4        5 6   7   8   9   10  11
///
/// It contains no time.
public struct RMA: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "RMA"

  /// The talker.
  public var talker: Talker
  /// Field 1: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Fields 2 and 3: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 4 and 5: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 6: difference of the times of arrival of the first pair of stations, microseconds; `nil` if empty.
  public var timeDifferenceA: Double?
  /// Field 7: the same for the second pair; `nil` if empty.
  public var timeDifferenceB: Double?
  /// Field 8: speed over ground, knots; `nil` if empty.
  public var speedKnots: Double?
  /// Field 9: course over ground, degrees clockwise from true north; `nil` if empty.
  public var course: Double?
  /// Fields 10 and 11: magnetic variation, degrees, east positive; `nil` if empty.
  public var magneticVariation: Double?

  /// Creates an empty message.
  public init(talker: Talker = "LC") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.code(&status)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.decimal(&timeDifferenceA)
    fields.decimal(&timeDifferenceB)
    fields.decimal(&speedKnots)
    fields.decimal(&course)
    fields.variation(&magneticVariation)
  }
}
