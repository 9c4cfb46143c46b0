// Core Location for Linux. SPDX-License-Identifier: MIT

/// XTE: cross-track error, measured.
///
///     $--XTE,A,A,x.x,a,N,m*hh
///            1 2 3   4 5 6
///
/// Field 6 came with version 2.3.
public struct XTE: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "XTE"

  /// The talker.
  public var talker: Talker
  /// Field 1: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Field 2: whether the cycles of Loran-C are locked; `nil` if empty.
  public var lock: DataStatus?
  /// Fields 3 and 4: cross-track error, nautical miles, positive if the track is to the right; `nil` if empty.
  public var crossTrackError: Double?
  /// Field 6: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.code(&status)
    fields.code(&lock)
    fields.signedAngle(&crossTrackError, positive: "R", negative: "L")
    fields.unit("N")
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
