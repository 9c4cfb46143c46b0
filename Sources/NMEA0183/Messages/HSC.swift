// Core Location for Linux. SPDX-License-Identifier: MIT

/// HSC: heading steering command, for an autopilot to follow.
///
///     $--HSC,h.h,T,h.h,M*hh
///            1   2 3   4
public struct HSC: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HSC"

  /// The talker.
  public var talker: Talker
  /// Field 1: commanded heading, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 3: commanded heading, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticHeading: Double?

  /// Creates an empty message.
  public init(talker: Talker = "AP") { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    heading = fields.decimal()
    fields.skip()
    magneticHeading = fields.decimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(heading)
    fields.unit("T")
    fields.decimal(magneticHeading)
    fields.unit("M")
  }
}
