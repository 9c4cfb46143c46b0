// Core Location for Linux. SPDX-License-Identifier: MIT
// The sentences that shape a fix. A new one needs a row here and an `add` in Epoch+Sentences.swift.

import NMEA0183

/// A kind of sentence or of another protocol's message that adds to a fix.
struct Contribution: Hashable, Sendable {
  /// Its place among the kinds on a line.
  let slot: UInt8
  /// How much it tells about a fix; 0 if it would have no position even if the receiver had one.
  let rank: Int

  static var gga: Self { Self(slot: 0, rank: 3) }
  static var rmc: Self { Self(slot: 1, rank: 2) }
  static var gns: Self { Self(slot: 2, rank: 3) }
  static var gll: Self { Self(slot: 3, rank: 1) }
  static var vtg: Self { Self(slot: 4, rank: 0) }
  static var gsa: Self { Self(slot: 5, rank: 0) }
  static var gst: Self { Self(slot: 6, rank: 0) }
  static var gbs: Self { Self(slot: 7, rank: 0) }
  static var pubx00: Self { Self(slot: 8, rank: 3) }
  static var pgrme: Self { Self(slot: 9, rank: 0) }
  static var psrfepe: Self { Self(slot: 10, rank: 0) }
  static var ptnlggk: Self { Self(slot: 11, rank: 3) }
  static var pgrmv: Self { Self(slot: 12, rank: 0) }
  static var rma: Self { Self(slot: 13, rank: 0) }
  /// The kinds of other protocols come after those of sentences, in the order in which they appear on the line.
  static let firstFrameSlot = 14
  /// The number of places; the last one is for all kinds that come when the others are taken.
  static let slots = 32

  /// The end of an instant, which a message of another protocol marks.
  static var frameEnd: Self { Self(slot: UInt8(slots - 1), rank: 0) }

  struct Kinds: OptionSet {
    let rawValue: UInt32
    static let gga = Contribution.gga.bit
    static let rmc = Contribution.rmc.bit
    static let gns = Contribution.gns.bit
    static let gll = Contribution.gll.bit
  }

  @inline(__always)
  var bit: Kinds { Kinds(rawValue: 1 << UInt32(slot)) }
}

protocol Contributor {
  var contribution: Contribution { get }

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
  var contribution: Contribution { .gga }
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
  var contribution: Contribution { .rmc }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? {
    isValid ? Coordinate(latitude, longitude) : nil
  }
  var echo: Echo? { Echo(row: .vtg, value: speedKnots) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GNS: TimedContributor {
  var contribution: Contribution { .gns }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? {
    modes.contains { $0.isValid } ? Coordinate(latitude, longitude) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GLL: TimedContributor {
  var contribution: Contribution { .gll }
  var speaker: Talker? { talker }
  // Before version 2.0 there was no status: a position was valid if it was there.
  var coordinate: Coordinate? {
    status?.isValid != false && mode?.isValid != false ? Coordinate(latitude, longitude) : nil
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PUBX00: TimedContributor {
  private static let valid: Set<String> = ["G2", "G3", "D2", "D3", "DR", "RK"]
  var contribution: Contribution { .pubx00 }
  var coordinate: Coordinate? {
    guard let status, Self.valid.contains(status) else { return nil }
    return Coordinate(latitude, longitude)
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PTNLGGK: TimedContributor {
  var contribution: Contribution { .ptnlggk }
  var coordinate: Coordinate? {
    FixQuality(trimble: quality) == nil ? nil : Coordinate(latitude, longitude)
  }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GST: TimedContributor {
  var contribution: Contribution { .gst }
  var speaker: Talker? { talker }
  func add(to epoch: inout Epoch) {
    epoch.errors.add(self)
    epoch.statistics = self
  }
}

extension GBS: TimedContributor {
  var contribution: Contribution { .gbs }
  var speaker: Talker? { talker }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension PSRFEPE: TimedContributor {
  var contribution: Contribution { .psrfepe }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension VTG: TimelessContributor {
  var contribution: Contribution { .vtg }
  static var order: TimelessOrders.Row { .vtg }
  /// As in RMC.
  var echoed: Double? { speedKnots }
  var held: TimelessSentence { .vtg(self) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GSA: TimelessContributor {
  var contribution: Contribution { .gsa }
  static var order: TimelessOrders.Row { .gsa }
  /// As in GGA.
  var echoed: Double? { hdop }
  var held: TimelessSentence { .gsa(self) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PGRME: TimelessContributor {
  var contribution: Contribution { .pgrme }
  static var order: TimelessOrders.Row { .pgrme }
  var echoed: Double? { nil }
  var held: TimelessSentence { .pgrme(self) }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension PGRMV: TimelessContributor {
  var contribution: Contribution { .pgrmv }
  static var order: TimelessOrders.Row { .pgrmv }
  var echoed: Double? { nil }
  var held: TimelessSentence { .pgrmv(self) }
  func add(to epoch: inout Epoch) { epoch.verticalSpeed = epoch.verticalSpeed ?? upwardSpeed }
}

extension RMA: Contributor {
  var contribution: Contribution { .rma }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}
