// Core Location for Linux. SPDX-License-Identifier: MIT

/// ZDA: time and date.
///
///     $--ZDA,hhmmss.ss,dd,mm,yyyy,zh,zm*hh
///            1         2  3  4    5  6
public struct ZDA: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "ZDA"

  /// The talker.
  public var talker: Talker
  /// Field 1: time, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: day of the month; `nil` if empty.
  public var day: UInt8?
  /// Field 3: month; `nil` if empty.
  public var month: UInt8?
  /// Field 4: year with its century; `nil` if empty.
  public var year: UInt16?
  /// Field 5: hours of the local zone, −13…13, to be added to local time for UTC; `nil` if empty.
  public var zoneHours: Int8?
  /// Field 6: minutes of the local zone, with the sign of the hours; `nil` if empty.
  public var zoneMinutes: Int8?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.integer(&day, width: 2)
    fields.integer(&month, width: 2)
    fields.integer(&year, width: 4)
    fields.signedInteger(&zoneHours, width: 2)
    fields.signedInteger(&zoneMinutes, width: 2)
  }
}
