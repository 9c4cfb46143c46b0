// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import NMEA0183

/// Decides when the caster is sent the present position: never without a fix.
struct PositionSchedule {
  private let rule: CorrectionAddress.PositionRule
  /// What the caster's table says; `nil` while it is not known.
  var isWantedByTable: Bool?
  /// The last fix; it may be old, and so is only good for distances.
  private(set) var fix: Fix?
  /// Whether it is the present one.
  private var isCurrent = false
  private var arrival: Duration = .zero
  private var lastSent: Duration?
  private let encoder = SentenceEncoder()

  private static let usualInterval: Duration = .seconds(10)
  /// How old a fix may be.
  private static let longestAge: Duration = .seconds(10)

  init(_ rule: CorrectionAddress.PositionRule) { self.rule = rule }

  mutating func received(_ fix: Fix, at now: Duration) {
    (self.fix, isCurrent, arrival) = (fix, true, now)
  }

  mutating func fixLost() { isCurrent = false }

  /// Forgets a fix that is too old, as after the receiver was unplugged.
  mutating func expire(at now: Duration) { isCurrent = hasPosition(at: now) }

  func hasPosition(at now: Duration) -> Bool { isCurrent && now <= arrival + Self.longestAge }

  /// Whether the caster is to be sent positions.
  ///
  /// - Parameter isSilent: whether it has sent nothing, though it has accepted the request.
  func isWanted(isSilent: Bool) -> Bool {
    switch rule {
    case .never: false
    case .every: true
    // The commonest reason for silence is a position that is missing.
    case .byTable: isWantedByTable ?? isSilent
    }
  }

  /// Whether only the table can say what the caster wants.
  var needsTable: Bool { rule == .byTable && isWantedByTable == nil }

  private var interval: Duration {
    if case .every(let interval) = rule { interval } else { Self.usualInterval }
  }

  mutating func connectionBegan() { lastSent = nil }

  /// When the next position is due; `nil` if none is wanted.
  func due(isSilent: Bool) -> Duration? {
    isWanted(isSilent: isSilent) && isCurrent ? lastSent.map { $0 + interval } ?? .zero : nil
  }

  /// Returns the sentence to send now, without its line end; `nil` if there is none.
  mutating func sentence(isSilent: Bool, at now: Duration) -> String? {
    guard isWanted(isSilent: isSilent), hasPosition(at: now), let fix,
      lastSent.map({ now >= $0 + interval }) ?? true
    else { return nil }
    lastSent = now
    return text(fix)
  }

  /// Returns the sentence for a request, which does not count as the first.
  func header(at now: Duration) -> String? {
    isWanted(isSilent: false) && hasPosition(at: now) ? fix.map(text) : nil
  }

  private func text(_ fix: Fix) -> String {
    var bytes: [UInt8] = []
    encoder.append(.gga(GGA(fix)), to: &bytes)
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
