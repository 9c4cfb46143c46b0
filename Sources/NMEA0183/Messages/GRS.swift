// Core Location for Linux. SPDX-License-Identifier: MIT

/// GRS: GNSS range residuals.
///
///     $--GRS,hhmmss.ss,m,r.r,r.r,r.r,r.r,r.r,r.r,r.r,r.r,r.r,r.r,r.r,r.r,y,g*hh
///            1         2 3   4   5   6   7   8   9   10  11  12  13  14  15 16
///
/// Fields 15 and 16 came with version 4.1.
public struct GRS: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GRS"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: 0, the residuals were used for the position; 1, they were computed afterwards.
  public var computation: UInt8?
  /// Fields 3 to 14: residuals in meters, in the order of the satellites in GSA.
  ///
  /// An element is `nil` if its field is empty; empty fields at the end are left out.
  public var residuals = ShortList<12, Float?>()
  /// Field 15: the satellites' system; `nil` before version 4.1.
  public var system: SystemID?
  /// Field 16: the signal; `nil` before version 4.1.
  public var signal: UInt8?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    time = fields.time()
    computation = fields.integer()
    var empty = 0
    for _ in 0..<12 {
      guard let residual = fields.decimal() else {
        empty += 1
        continue
      }
      for _ in 0..<empty { _ = residuals.append(nil) }
      empty = 0
      _ = residuals.append(Float(residual))
    }
    system = fields.hexadecimal().map(SystemID.init)
    signal = fields.hexadecimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.time(time)
    fields.integer(computation)
    for index in 0..<12 { fields.decimal(index < residuals.count ? residuals[index] : nil) }
    if system != nil || signal != nil { fields.hexadecimal(system?.rawValue) }
    if signal != nil { fields.hexadecimal(signal) }
  }
}
