// Core Location for Linux. SPDX-License-Identifier: MIT
// The sentences that shape a fix; frames are in Contribution+Frames.swift. A new one needs a row here and an `add` in Epoch+Sentences.swift.

import NMEA0183

/// A kind of sentence or frame that adds to a fix.
enum Contribution: Int, CaseIterable {
  case gga
  case rmc
  case gns
  case gll
  case vtg
  case gsa
  case gst
  case gbs
  case pubx00
  case pgrme
  case psrfepe
  case ptnlggk
  case pgrmv
  case rma
  case navPVT
  case navSOL
  case navHPPOSLLH
  case navPOSLLH
  case navPOSECEF
  case navVELNED
  case navVELECEF
  case navSTATUS
  case navDOP
  case navEOE

  struct Kinds: OptionSet {
    let rawValue: UInt32
    static let gga = Contribution.gga.bit
    static let rmc = Contribution.rmc.bit
    static let gns = Contribution.gns.bit
    static let gll = Contribution.gll.bit
  }

  @inline(__always)
  var bit: Kinds { Kinds(rawValue: 1 << UInt32(truncatingIfNeeded: rawValue)) }

  /// How much it tells about a fix; 0 if it would have no position even if the receiver had one.
  var rank: Int {
    switch self {
    case .navPVT: 4
    case .navSOL, .gga, .gns, .pubx00, .ptnlggk: 3
    case .rmc: 2
    case .gll: 1
    default: 0
    }
  }
}

protocol Contributor {
  static var contribution: Contribution { get }

  func add(to epoch: inout Epoch)
}

protocol TimedContributor: Contributor {
  var time: UTCTime? { get }

  /// The value that a sentence without a time repeats; `nil` if none does.
  var echo: Echo? { get }

  /// The talker; `nil` in a proprietary sentence.
  var speaker: Talker? { get }

  /// The position that it calls valid.
  var coordinate: Coordinate? { get }
}

/// A contributor that contains no time: it belongs to the current instant, or to the next.
protocol TimelessContributor: Contributor {
  static var order: TimelessOrders.Row { get }

  /// The value by which it is matched to an instant: a sentence with a time contains it too.
  var echoed: Double? { get }
  var held: TimelessSentence { get }
}

/// A sentence that waits for its instant.
enum TimelessSentence: Sendable {
  case vtg(VTG)
  case gsa(GSA)
  case pgrme(PGRME)
  case pgrmv(PGRMV)
}

/// A value that a sentence without a time repeats.
struct Echo {
  let row: TimelessOrders.Row
  let value: Double?
}

extension TimedContributor {
  var echo: Echo? { nil }
  var speaker: Talker? { nil }
  var coordinate: Coordinate? { nil }
}

extension GGA: TimedContributor {
  static var contribution: Contribution { .gga }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? {
    quality?.isValid == true ? Coordinate(latitude, longitude) : nil
  }
  var echo: Echo? { Echo(row: .gsa, value: hdop) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension RMC: TimedContributor {
  /// Before version 2.3 there was no mode, but always a status.
  var isValid: Bool { status?.isValid == true && mode?.isValid != false }
  static var contribution: Contribution { .rmc }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? {
    isValid ? Coordinate(latitude, longitude) : nil
  }
  var echo: Echo? { Echo(row: .vtg, value: speedKnots) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GNS: TimedContributor {
  static var contribution: Contribution { .gns }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? {
    modes.contains { $0.isValid } ? Coordinate(latitude, longitude) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GLL: TimedContributor {
  static var contribution: Contribution { .gll }
  var speaker: Talker? { talker }
  // Before version 2.0 there was no status: a position was valid if it was there.
  var coordinate: Coordinate? {
    status?.isValid != false && mode?.isValid != false ? Coordinate(latitude, longitude) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PUBX00: TimedContributor {
  private static let valid: Set<String> = ["G2", "G3", "D2", "D3", "DR", "RK"]
  static var contribution: Contribution { .pubx00 }
  var coordinate: Coordinate? {
    guard let status, Self.valid.contains(status) else { return nil }
    return Coordinate(latitude, longitude)
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PTNLGGK: TimedContributor {
  static var contribution: Contribution { .ptnlggk }
  var coordinate: Coordinate? {
    FixQuality(trimble: quality) == nil ? nil : Coordinate(latitude, longitude)
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GST: TimedContributor {
  static var contribution: Contribution { .gst }
  var speaker: Talker? { talker }
  func add(to epoch: inout Epoch) {
    epoch.errors.add(self)
    epoch.statistics = self
  }
}

extension GBS: TimedContributor {
  static var contribution: Contribution { .gbs }
  var speaker: Talker? { talker }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension PSRFEPE: TimedContributor {
  static var contribution: Contribution { .psrfepe }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension VTG: TimelessContributor {
  static var contribution: Contribution { .vtg }
  static var order: TimelessOrders.Row { .vtg }
  /// As in RMC.
  var echoed: Double? { speedKnots }
  var held: TimelessSentence { .vtg(self) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GSA: TimelessContributor {
  static var contribution: Contribution { .gsa }
  static var order: TimelessOrders.Row { .gsa }
  /// As in GGA.
  var echoed: Double? { hdop }
  var held: TimelessSentence { .gsa(self) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PGRME: TimelessContributor {
  static var contribution: Contribution { .pgrme }
  static var order: TimelessOrders.Row { .pgrme }
  var echoed: Double? { nil }
  var held: TimelessSentence { .pgrme(self) }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension PGRMV: TimelessContributor {
  static var contribution: Contribution { .pgrmv }
  static var order: TimelessOrders.Row { .pgrmv }
  var echoed: Double? { nil }
  var held: TimelessSentence { .pgrmv(self) }
  func add(to epoch: inout Epoch) { epoch.verticalSpeed = epoch.verticalSpeed ?? upwardSpeed }
}

extension RMA: Contributor {
  static var contribution: Contribution { .rma }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}
