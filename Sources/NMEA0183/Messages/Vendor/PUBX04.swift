// Core Location for Linux. SPDX-License-Identifier: MIT

/// PUBX,04: time of day and clock information, by u-blox.
///
///     $PUBX,04,hhmmss.ss,ddmmyy,s.s,www,ll,b,d.d,t,*hh
///           1  2         3      4   5   6  7 8   9
public struct PUBX04: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PUBX04"
  static let address = "PUBX,04"

  /// Field 2: time, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 3: date, UTC; `nil` if empty.
  public var date: ShortDate?
  /// Field 4: seconds of the week, UTC; `nil` if empty.
  public var secondsOfWeek: Double?
  /// Field 5: week number, without rollover; `nil` if empty.
  public var week: UInt16?
  /// Field 6: leap seconds; a `D` after them means that they are the firmware's default, not received.
  public var leapSeconds: String?
  /// Field 7: clock bias, nanoseconds; `nil` if empty.
  public var clockBiasNanoseconds: Double?
  /// Field 8: clock drift, nanoseconds per second; `nil` if empty.
  public var clockDriftNanoseconds: Double?
  /// Field 9: granularity of the time pulse, nanoseconds; `nil` if empty.
  public var pulseGranularityNanoseconds: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.shortDate(&date)
    fields.decimal(&secondsOfWeek)
    fields.integer(&week)
    fields.text(&leapSeconds)
    fields.decimal(&clockBiasNanoseconds)
    fields.decimal(&clockDriftNanoseconds)
    fields.decimal(&pulseGranularityNanoseconds, unit: "")
  }
}
