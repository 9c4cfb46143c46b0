// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// Decides when the caster is sent the present position: when a fix comes and one is due, so that none is older than the
/// last fix, and never after its loss.
struct PositionSchedule {
  private let rule: CorrectionAddress.PositionRule
  /// What the caster's table says; `nil` while it is not known.
  var isWantedByTable: Bool?
  /// The last fix; it may be old, and so is only good for distances.
  private(set) var fix: Fix?
  /// Whether it is the present one.
  private var isCurrent = false
  private var arrival: Duration = .zero
  /// The time between the last two fixes.
  private var period: Duration = .seconds(1)
  /// When the next position is due; `nil` for at once.
  private var due: Duration?
  private let encoder = SentenceEncoder()

  private static let usualInterval: Duration = .seconds(10)
  /// How old a fix may be.
  private static let longestAge: Duration = .seconds(10)

  init(_ rule: CorrectionAddress.PositionRule) { self.rule = rule }

  mutating func received(_ fix: Fix, at now: Duration) {
    if isCurrent { period = min(now - arrival, Self.longestAge) }
    (self.fix, isCurrent, arrival) = (fix, true, now)
  }

  mutating func fixLost() { isCurrent = false }

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

  mutating func connectionBegan() { due = nil }

  /// Returns the sentence to send now, without its line end; `nil` if there is none.
  mutating func sentence(isSilent: Bool, at now: Duration) -> String? {
    guard isWanted(isSilent: isSilent), hasPosition(at: now), let fix else { return nil }
    let interval = if case .every(let interval) = rule { interval } else { Self.usualInterval }
    // The fix that is nearest to the time is sent then, so that the interval is kept on average.
    let slack = min(period, interval) / 2
    if let due, now < due - slack { return nil }
    due = max((due ?? now) + interval, now + interval - slack)
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
