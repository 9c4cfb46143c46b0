// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMF: position, by Garmin.
///
///     $PGRMF,www,s,ddmmyy,hhmmss,l,ddmm.mmmm,N,dddmm.mmmm,E,M,f,k,c,p,t*hh
///            1   2 3      4      5 6         7 8          9 ⋯ 11 ⋯
public struct PGRMF: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMF"

  /// Field 1: week number, 0–1023; `nil` if empty.
  public var week: UInt16?
  /// Field 2: seconds of the week; `nil` if empty.
  public var secondsOfWeek: Double?
  /// Field 3: date, UTC; `nil` if empty.
  public var date: ShortDate?
  /// Field 4: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 5: leap seconds; `nil` if empty.
  public var leapSeconds: UInt8?
  /// Fields 6 and 7: degrees north; `nil` if empty.
  public var latitude: Double?
  /// Fields 8 and 9: degrees east; `nil` if empty.
  public var longitude: Double?
  /// Field 10: `M` for two dimensions by hand, `A` automatically; `nil` if empty.
  public var selection: String?
  /// Field 11: 0 without a position, 1 in two dimensions, 2 in three; `nil` if empty.
  public var dimensions: UInt8?
  /// Field 12: kilometers per hour; `nil` if empty.
  public var speedKilometersPerHour: Double?
  /// Field 13: degrees clockwise from true north; `nil` if empty.
  public var course: Double?
  /// Field 14: dilution of precision of the position; `nil` if empty.
  public var pdop: Double?
  /// Field 15: dilution of precision of the time; `nil` if empty.
  public var tdop: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&week)
    fields.decimal(&secondsOfWeek)
    fields.shortDate(&date)
    fields.time(&time)
    fields.integer(&leapSeconds)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.text(&selection)
    fields.integer(&dimensions)
    fields.decimal(&speedKilometersPerHour)
    fields.decimal(&course)
    fields.decimal(&pdop)
    fields.decimal(&tdop)
  }
}
