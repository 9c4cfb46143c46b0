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

  init?(_ message: borrowing Message) {
    switch message {
    case .gga: self = .gga
    case .rmc: self = .rmc
    case .gns: self = .gns
    case .gll: self = .gll
    case .vtg: self = .vtg
    case .gsa: self = .gsa
    case .gst: self = .gst
    case .gbs: self = .gbs
    case .pubx00: self = .pubx00
    case .pgrme: self = .pgrme
    case .psrfepe: self = .psrfepe
    default: return nil
    }
  }
}

extension Message {
  /// How a message tells its instant.
  enum Timing {
    /// It adds nothing to a fix.
    case irrelevant
    /// It speaks of the instant at hand.
    case none(Contribution)
    /// It carries the time.
    case time(UTCTime)
    /// It should carry a time and has none: there is no fix.
    case void
  }

  var timing: Timing {
    switch self {
    case .gga(let message): Timing(message.time)
    case .rmc(let message): Timing(message.time)
    case .gns(let message): Timing(message.time)
    case .gll(let message): Timing(message.time)
    case .pubx00(let message): Timing(message.time)
    // Without a position of their own they start nothing and end nothing.
    case .gst(let message): message.time.map { .time($0) } ?? .irrelevant
    case .gbs(let message): message.time.map { .time($0) } ?? .irrelevant
    case .psrfepe(let message): message.time.map { .time($0) } ?? .irrelevant
    case .vtg: .none(.vtg)
    case .gsa: .none(.gsa)
    case .pgrme: .none(.pgrme)
    default: .irrelevant
    }
  }
}

extension Message.Timing {
  fileprivate init(_ time: UTCTime?) { self = time.map { .time($0) } ?? .void }
}

extension Epoch {
  /// Adds what a sentence contributes.
  mutating func add(_ message: borrowing Message) {
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
