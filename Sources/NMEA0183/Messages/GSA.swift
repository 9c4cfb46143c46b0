// Core Location for Linux. SPDX-License-Identifier: MIT

/// GSA: dilution of precision, and the satellites used.
///
///     $--GSA,A,3,nn,nn,nn,nn,nn,nn,nn,nn,nn,nn,nn,nn,p.p,h.h,v.v,s*hh
///            1 2 3  4  5  6  7  8  9  10 11 12 13 14 15  16  17  18
///
/// Receivers of several systems send one for each; field 18, which names the system, came with version 4.1.
public struct GSA: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GSA"

  /// The talker.
  public var talker: Talker
  /// Field 1: whether the receiver switches between two and three dimensions; `nil` if empty.
  public var selection: SelectionMode?
  /// Field 2: number of dimensions that were solved for; `nil` if empty.
  public var mode: FixMode?
  /// Fields 3 to 14: the numbers of the satellites used, empty fields left out.
  public var satellites = ShortList<12, UInt16>()
  /// Field 15: position dilution of precision; `nil` if empty.
  public var pdop: Double?
  /// Field 16: horizontal dilution of precision; `nil` if empty.
  public var hdop: Double?
  /// Field 17: vertical dilution of precision; `nil` if empty.
  public var vdop: Double?
  /// Field 18: the system of the satellites; `nil` before version 4.1.
  public var system: SystemID?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    selection = fields.code()
    mode = fields.code()
    var place = 0
    while place < 12 {
      if place < 11, let (first, second) = fields.twoIntegers() {
        _ = satellites.append(first)
        _ = satellites.append(second)
        place += 2
      } else {
        if let number = fields.integer(UInt16.self) { _ = satellites.append(number) }
        place += 1
        place += fields.skipEmpty(atMost: min(12 - place, 7))
      }
    }
    pdop = fields.decimal()
    hdop = fields.decimal()
    vdop = fields.decimal()
    system = fields.hexadecimal().map(SystemID.init)
  }

  func write(to fields: inout FieldWriter) {
    fields.code(selection)
    fields.code(mode)
    for index in 0..<12 {
      fields.integer(index < satellites.count ? satellites[index] : nil, width: 2)
    }
    fields.decimal(pdop)
    fields.decimal(hdop)
    fields.decimal(vdop)
    if system != nil { fields.hexadecimal(system?.rawValue) }
  }
}
