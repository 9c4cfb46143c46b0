// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Which sentences shape a fix, and how they tell the instant they speak of. A new one has a row here
// and an `add` in Epoch+Sentences.swift.

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

extension Message {
  /// How a message tells its instant.
  enum Timing {
    /// It adds nothing to a fix.
    case irrelevant
    /// It speaks of the instant at hand.
    case none(Contribution)
    /// It carries the time.
    case time(UTCTime, Contribution)
    /// It should carry a time and has none: there is no fix.
    case void
  }

  /// How this message tells its instant, and what kind of contribution it is.
  var timing: Timing {
    switch self {
    case .gga(let message): Timing(message.time, .gga)
    case .rmc(let message): Timing(message.time, .rmc)
    case .gns(let message): Timing(message.time, .gns)
    // Before version 2.0 there was no time; that is a position all the same, and no sign of a loss.
    case .gll(let message) where message.time == nil && message.claimsPosition: .irrelevant
    case .gll(let message): Timing(message.time, .gll)
    case .pubx00(let message): Timing(message.time, .pubx00)
    // Without a position of their own they start nothing and end nothing.
    case .gst(let message): message.time.map { .time($0, .gst) } ?? .irrelevant
    case .gbs(let message): message.time.map { .time($0, .gbs) } ?? .irrelevant
    case .psrfepe(let message): message.time.map { .time($0, .psrfepe) } ?? .irrelevant
    case .vtg: .none(.vtg)
    case .gsa: .none(.gsa)
    case .pgrme: .none(.pgrme)
    default: .irrelevant
    }
  }
}

extension Message.Timing {
  fileprivate init(_ time: UTCTime?, _ contribution: Contribution) {
    self = time.map { .time($0, contribution) } ?? .void
  }
}

extension GLL {
  /// Whether it has a position that it does not call invalid.
  fileprivate var claimsPosition: Bool {
    status != .invalid && mode != .invalid && latitude != nil && longitude != nil
  }
}

extension Epoch {
  /// Adds what a sentence contributes.
  mutating func add(_ message: borrowing Message) {
    switch message {
    case .gga, .rmc, .gns, .gll, .pubx00: isJudged = true
    default: break
    }
    switch message {
    case .gga(let message): add(message)
    case .rmc(let message): add(message)
    case .gns(let message): add(message)
    case .gll(let message): add(message)
    case .vtg(let message): add(message)
    case .gsa(let message): add(message)
    case .gst(let message): errors.note(message)
    case .gbs(let message): errors.note(message)
    case .pubx00(let message): add(message)
    case .pgrme(let message): errors.note(message)
    case .psrfepe(let message): errors.note(message)
    default: break
    }
  }
}
