// Core Location for Linux. SPDX-License-Identifier: MIT
// The sentences that shape a fix. A new one needs a row here and an `add` in Epoch+Sentences.swift.

import NMEA0183

/// A kind of sentence that adds to a fix.
enum Contribution: Int {
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

  static let count = 14
}

/// A sentence that adds to a fix.
protocol Contributor {
  static var contribution: Contribution { get }

  /// Adds its contents to an epoch.
  func add(to epoch: inout Epoch)
}

/// A contributor that contains the time of what it reports.
protocol TimedContributor: Contributor {
  var time: UTCTime? { get }

  /// The value that a sentence without a time repeats.
  var echo: Echo { get }

  /// The talker; `nil` in a proprietary sentence.
  var speaker: Talker? { get }

  /// The position that it reports.
  var coordinate: Coordinate? { get }
}

/// A value by which a sentence without a time is matched to an instant: a sentence with a time contains it too.
enum Echo {
  case none
  /// RMC and VTG, knots.
  case speed(Double?)
  /// GGA and GSA.
  case horizontalDilution(Double?)
}

extension TimedContributor {
  var echo: Echo { .none }
  var speaker: Talker? { nil }
  var coordinate: Coordinate? { nil }
}

extension Contribution {
  /// Whether it would have a position if the receiver had one.
  var isJudgement: Bool {
    switch self {
    case .gga, .rmc, .gns, .gll, .pubx00, .ptnlggk: true
    default: false
    }
  }
}

extension GGA: TimedContributor {
  static var contribution: Contribution { .gga }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? { Coordinate(latitude, longitude) }
  var echo: Echo { .horizontalDilution(hdop) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension RMC: TimedContributor {
  static var contribution: Contribution { .rmc }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? { Coordinate(latitude, longitude) }
  var echo: Echo { .speed(speedKnots) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GNS: TimedContributor {
  static var contribution: Contribution { .gns }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? { Coordinate(latitude, longitude) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GLL: TimedContributor {
  static var contribution: Contribution { .gll }
  var speaker: Talker? { talker }
  var coordinate: Coordinate? { Coordinate(latitude, longitude) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PUBX00: TimedContributor {
  static var contribution: Contribution { .pubx00 }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PTNLGGK: TimedContributor {
  static var contribution: Contribution { .ptnlggk }
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

/// A sentence without a time: it belongs to the current instant, or to the next.
enum TimelessSentence: Sendable {
  case vtg(VTG)
  case gsa(GSA)
  case pgrme(PGRME)
  case pgrmv(PGRMV)
}

extension VTG: Contributor {
  static var contribution: Contribution { .vtg }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GSA: Contributor {
  static var contribution: Contribution { .gsa }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PGRME: Contributor {
  static var contribution: Contribution { .pgrme }
  func add(to epoch: inout Epoch) { epoch.errors.add(self) }
}

extension PGRMV: Contributor {
  static var contribution: Contribution { .pgrmv }
  func add(to epoch: inout Epoch) { epoch.verticalSpeed = epoch.verticalSpeed ?? upwardSpeed }
}

extension RMA: Contributor {
  static var contribution: Contribution { .rma }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension RMC {
  /// Whether it has a position that it does not mark as invalid.
  var claimsPosition: Bool {
    status != nil && status != .invalid && mode != .invalid && latitude != nil && longitude != nil
  }
}

extension GLL {
  /// Whether it has a position that it does not mark as invalid.
  var claimsPosition: Bool {
    status != .invalid && mode != .invalid && latitude != nil && longitude != nil
  }
}
