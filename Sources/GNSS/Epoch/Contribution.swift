// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Which sentences shape a fix. A new one has a row here and an `add` in Epoch+Sentences.swift.

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

  static let count = 11
}

/// A sentence that adds to a fix.
protocol Contributor {
  static var contribution: Contribution { get }

  /// Adds what it has to tell.
  func add(to epoch: inout Epoch)
}

/// One that carries the time of what it tells.
protocol TimedContributor: Contributor {
  var time: UTCTime? { get }

  /// What it says that a sentence without a time says too.
  var echo: Echo { get }
}

/// What tells to which instant a sentence without a time belongs: one with a time that says the same.
enum Echo {
  case none
  /// RMC and VTG, knots.
  case speed(Double?)
  /// GGA and GSA.
  case horizontalDilution(Double?)
}

extension TimedContributor {
  var echo: Echo { .none }
}

extension Contribution {
  /// Whether it would have a position if the receiver had one.
  var isJudgement: Bool {
    switch self {
    case .gga, .rmc, .gns, .gll, .pubx00: true
    default: false
    }
  }
}

extension GGA: TimedContributor {
  static var contribution: Contribution { .gga }
  var echo: Echo { .horizontalDilution(hdop) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension RMC: TimedContributor {
  static var contribution: Contribution { .rmc }
  var echo: Echo { .speed(speedKnots) }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GNS: TimedContributor {
  static var contribution: Contribution { .gns }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GLL: TimedContributor {
  static var contribution: Contribution { .gll }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension PUBX00: TimedContributor {
  static var contribution: Contribution { .pubx00 }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}

extension GST: TimedContributor {
  static var contribution: Contribution { .gst }
  func add(to epoch: inout Epoch) { epoch.errors.note(self) }
}

extension GBS: TimedContributor {
  static var contribution: Contribution { .gbs }
  func add(to epoch: inout Epoch) { epoch.errors.note(self) }
}

extension PSRFEPE: TimedContributor {
  static var contribution: Contribution { .psrfepe }
  func add(to epoch: inout Epoch) { epoch.errors.note(self) }
}

/// One without a time: it speaks of the instant at hand, or of the next.
enum TimelessSentence: Sendable {
  case vtg(VTG)
  case gsa(GSA)
  case pgrme(PGRME)
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
  func add(to epoch: inout Epoch) { epoch.errors.note(self) }
}

extension GLL {
  /// Whether it has a position that it does not call invalid.
  var claimsPosition: Bool {
    status != .invalid && mode != .invalid && latitude != nil && longitude != nil
  }
}
