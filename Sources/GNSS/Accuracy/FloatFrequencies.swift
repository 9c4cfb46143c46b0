// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// On how many frequencies a receiver measures while its ambiguities float.
///
/// On two, they soon float within decimeters of the whole numbers; on one, the position stays about as good as a differential
/// one for as long as that takes. No sentence says it outright: the signals in GSV do, since NMEA 4.1.
struct FloatFrequencies: Sendable {
  /// How long the carrier phase has to be solved for until two frequencies are assumed, nanoseconds.
  private static let proof: Int64 = 60_000_000_000

  /// Since when the carrier phase has been solved for, nanoseconds of the day; `nil` while it is not.
  private var began: Int64?

  /// Returns whether the ranges of a solution that floats come from one frequency; `false` for all others.
  ///
  /// - Parameters:
  ///   - time: when the position was determined; `nil` if unknown.
  ///   - satellites: those in view; empty if the receiver does not list them.
  mutating func areOne(
    for quality: FixQuality?, at time: FixTime?, satellites: borrowing [SatelliteInView]
  ) -> Bool {
    guard quality == .rtkFloat || quality == .rtkFixed else {
      began = nil
      return false
    }
    let now = time?.time.nanosecondsOfDay
    began = began ?? now
    guard quality == .rtkFloat else { return false }
    guard satellites.isEmpty else { return !satellites.contains { $0.isBeyondFirstFrequency } }
    guard let now, let began else { return true }
    return (now < began ? now + nanosecondsPerDay : now) - began < Self.proof
  }
}

extension SatelliteInView {
  /// Whether this signal is on another frequency than L1, E1, B1 or G1 (NMEA 4.11, signal identifiers).
  fileprivate var isBeyondFirstFrequency: Bool {
    guard let signal, carrierToNoise != nil else { return false }
    return switch satellite.system {
    case .gps: (4...8).contains(signal)
    case .glonass: (3...4).contains(signal)
    case .galileo: (1...5).contains(signal)
    case .beiDou: (5...12).contains(signal)
    case .qzss: (5...10).contains(signal)
    case .sbas, .navIC, .unknown: false
    }
  }
}
