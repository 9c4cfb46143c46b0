// Core Location for Linux. SPDX-License-Identifier: MIT

/// GBS: GNSS satellite fault detection.
///
///     $--GBS,hhmmss.ss,n.n,e.e,u.u,ii,p.p,b.b,s.s,y,g*hh
///            1         2   3   4   5  6   7   8   9 10
///
/// Fields 9 and 10 came with version 4.1.
public struct GBS: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GBS"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: expected error of the latitude, meters; `nil` if empty.
  public var latitudeError: Double?
  /// Field 3: expected error of the longitude, meters; `nil` if empty.
  public var longitudeError: Double?
  /// Field 4: expected error of the altitude, meters; `nil` if empty.
  public var altitudeError: Double?
  /// Field 5: the satellite that most likely failed; `nil` if none.
  public var failedSatellite: UInt16?
  /// Field 6: probability of a missed detection; `nil` if empty.
  public var missProbability: Double?
  /// Field 7: estimate of the failed satellite's bias, meters; `nil` if empty.
  public var bias: Double?
  /// Field 8: standard deviation of that estimate, meters; `nil` if empty.
  public var biasDeviation: Double?
  /// Field 9: the failed satellite's system; `nil` before version 4.1.
  public var system: SystemID?
  /// Field 10: the failed satellite's signal; `nil` before version 4.1.
  public var signal: UInt8?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.decimal(&latitudeError)
    fields.decimal(&longitudeError)
    fields.decimal(&altitudeError)
    fields.integer(&failedSatellite, width: 2)
    fields.decimal(&missProbability)
    fields.decimal(&bias)
    fields.decimal(&biasDeviation)
    if fields.includes(system != nil || signal != nil) { fields.system(&system) }
    if fields.includes(signal != nil) { fields.hexadecimal(&signal) }
  }
}
