// Core Location for Linux. SPDX-License-Identifier: MIT

/// GLL: geographic position, latitude and longitude.
///
///     $--GLL,ddmm.mm,a,dddmm.mm,a,hhmmss.ss,A,m*hh
///            1       2 3        4 5         6 7
///
/// Fields 5 and 6 came with version 2.0, field 7 with 2.3.
public struct GLL: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GLL"

  /// The talker.
  public var talker: Talker
  /// Fields 1 and 2: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 3 and 4: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 5: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 6: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Field 7: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.time(&time)
    fields.status(&status)
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
