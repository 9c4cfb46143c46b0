// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The direction in which the bow points, from a compass: not the course, which is the direction of travel.
public struct Heading: Hashable, Sendable {
  /// Degrees clockwise from true north, in `0..<360` (HDT, THS, PSXN 23, PFEC GPatt, VHW; HDM or HDG with the
  /// variation).
  ///
  /// `nil` if only the magnetic heading is known, and not the variation.
  public var trueHeading: Double?

  /// Degrees clockwise from magnetic north, in `0..<360` (HDM, HDG; HDT or THS with the variation).
  ///
  /// `nil` if only the true heading is known, and not the variation.
  public var magneticHeading: Double?

  /// Which of the two the compass measured; the other one follows from the variation.
  public var reference = Reference.trueNorth

  /// The north that a compass finds.
  public enum Reference: Hashable, Sendable {
    /// Where the meridians meet: measured by a gyrocompass, or by a compass with two GNSS antennas (HDT, THS).
    case trueNorth
    /// Where a needle points (HDM, HDG).
    case magneticNorth
  }

  /// The deviation within which the true heading lies with a probability of 68 %, degrees; `nil` if nothing states it.
  public var accuracy: Double?

  /// The time of the epoch before it, since heading sentences have none; `nil` before the first epoch.
  public var time: FixTime?
}

extension Heading {
  /// Creates a heading from a source other than a receiver's own sentences.
  package init(_ reference: Reference, at time: FixTime?) {
    self.init(reference: reference, time: time)
  }
}

/// Derives headings from what compasses report, with the variation that they or the receiver reported last.
struct HeadingCollector: Sendable {
  /// Degrees from true to magnetic north, east positive (HDG 4 and 5, RMC 10 and 11).
  private var variation: Double?

  /// Whether a heading has come from a compass itself, so that those of a log are not needed.
  private var hasCompass = false

  /// What Kongsberg's last PSXN 20 says about the headings of its PSXN 23: 0 normal, 1 reduced, 2 invalid.
  private var psxnQuality: UInt8?

  mutating func learn(from message: RMC) {
    if message.status?.isValid == true, let reported = message.magneticVariation {
      variation = reported
    }
  }

  mutating func learn(variation reported: Double?) { variation = reported ?? variation }

  /// Returns the heading that another protocol reports, by two antennas; `nil` if it is no angle.
  mutating func heading(_ angle: Double, accuracy: Double?, time: FixTime?) -> Heading? {
    var heading = fromTrue(angle, time)
    heading?.accuracy = accuracy.flatMap { $0 > 0 && $0 < 180 ? $0 : nil }
    return compass(heading)
  }

  /// Returns the heading that a message reports; `nil` if it is empty, invalid, or of another kind.
  mutating func heading(_ message: borrowing Message, time: FixTime?) -> Heading? {
    switch message {
    case .hdt(let hdt): return compass(fromTrue(hdt.heading, time))
    case .ths(let ths):
      // IEC 61162-1 demands a mode: besides these two it may be M (entered by hand), S (a simulator's) or V (not valid).
      guard ths.mode == .autonomous || ths.mode == .estimated else { return nil }
      return compass(fromTrue(ths.heading, time))
    case .hdm(let hdm): return compass(fromMagnetic(hdm.magneticHeading, time))
    case .hdg(let hdg):
      if let reported = hdg.magneticVariation { variation = reported }
      return compass(fromMagnetic(hdg.sensorHeading.map { $0 + (hdg.deviation ?? 0) }, time))
    case .psxn20(let psxn):
      psxnQuality = psxn.headingQuality
      return nil
    case .psxn23(let psxn):
      guard psxnQuality ?? 0 < 2 else { return nil }
      return compass(fromTrue(psxn.heading, time))
    case .pashr(let pashr):
      guard pashr.inertialStatus ?? 1 > 0 else { return nil }
      return compass(fromTrue(pashr.heading, time))
    case .pfecatt(let pfec): return compass(fromTrue(pfec.heading, time))
    // A log repeats what a compass has sent to it, rounded and late.
    case .vhw(let vhw) where !hasCompass:
      return fromTrue(vhw.heading, time) ?? fromMagnetic(vhw.magneticHeading, time)
    default: return nil
    }
  }

  private mutating func compass(_ heading: Heading?) -> Heading? {
    if heading != nil { hasCompass = true }
    return heading
  }

  private func fromTrue(_ angle: Double?, _ time: FixTime?) -> Heading? {
    guard let angle = Self.normalized(angle) else { return nil }
    let magnetic = variation.map { angle - $0 }
    return Heading(
      trueHeading: angle, magneticHeading: Self.normalized(magnetic), reference: .trueNorth,
      time: time)
  }

  private func fromMagnetic(_ angle: Double?, _ time: FixTime?) -> Heading? {
    guard let angle = Self.normalized(angle) else { return nil }
    let geographic = variation.map { angle + $0 }
    return Heading(
      trueHeading: Self.normalized(geographic), magneticHeading: angle, reference: .magneticNorth,
      time: time)
  }

  /// Returns an angle in `0..<360`; `nil` if it is more than a turn outside that range, and so not an angle.
  private static func normalized(_ angle: Double?) -> Double? {
    guard let angle, angle >= -360, angle <= 720 else { return nil }
    let turned = angle < 0 ? angle + 360 : angle
    return turned >= 360 ? turned - 360 : turned
  }
}
