// Core Location for Linux. SPDX-License-Identifier: MIT

/// PFLAU: state of a FLARM, and the most dangerous aircraft.
///
///     $PFLAU,r,t,g,p,l,bbb,t,vvv,ddd,iiiiii*hh
///            1 2 3 4 5 6   7 8   9   10
public struct PFLAU: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PFLAU"

  /// Field 1: number of aircraft heard; `nil` if empty.
  public var receivedCount: UInt16?
  /// Field 2: 1 if it transmits, 0 if not; `nil` if empty.
  public var isTransmitting: UInt8?
  /// Field 3: 0 no position, 1 on the ground, 2 in flight; `nil` if empty.
  public var gpsState: UInt8?
  /// Field 4: 1 if the voltage is right, 0 if not; `nil` if empty.
  public var powerState: UInt8?
  /// Field 5: 0 none, 1 to 3 increasingly urgent; `nil` if empty.
  public var alarmLevel: UInt8?
  /// Field 6: direction to it, degrees clockwise from the nose, −180…180; `nil` if empty.
  public var relativeBearing: Int16?
  /// Field 7: 0 none, 2 aircraft, 3 obstacle, others as defined by the maker; `nil` if empty.
  public var alarmType: UInt8?
  /// Field 8: meters above this aircraft; `nil` if empty.
  public var relativeVertical: Int32?
  /// Field 9: distance on the ground, meters; `nil` if empty.
  public var relativeDistance: UInt32?
  /// Field 10: its identifier, six hexadecimal digits; `nil` if empty or not sent.
  public var identifier: String?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&receivedCount)
    fields.integer(&isTransmitting)
    fields.integer(&gpsState)
    fields.integer(&powerState)
    fields.integer(&alarmLevel)
    fields.signedInteger(&relativeBearing)
    fields.hexadecimal(&alarmType)
    fields.signedInteger(&relativeVertical)
    fields.integer(&relativeDistance)
    if fields.includes(identifier != nil) { fields.text(&identifier) }
  }
}
