// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Makes headings of compass sentences, with the variation that they or the receiver last told.
struct HeadingCollector: Sendable {
  /// Degrees from true to magnetic north, east positive (HDG 4 and 5, RMC 10 and 11).
  private var variation: Double?

  mutating func note(_ message: RMC) {
    if let status = message.status, status != .invalid, let told = message.magneticVariation {
      variation = told
    }
  }

  /// The heading that a message tells; `nil` if it is empty, not valid, or of another kind.
  mutating func heading(_ message: borrowing Message, time: FixTime?) -> Heading? {
    switch message {
    case .hdt(let hdt): return fromTrue(hdt.heading, time)
    case .ths(let ths):
      return ths.mode == PositioningMode(rawValue: UInt8(ascii: "V"))
        ? nil : fromTrue(ths.heading, time)
    case .hdm(let hdm): return fromMagnetic(hdm.magneticHeading, time)
    case .hdg(let hdg):
      if let told = hdg.magneticVariation { variation = told }
      return fromMagnetic(hdg.sensorHeading.map { $0 + (hdg.deviation ?? 0) }, time)
    default: return nil
    }
  }

  private func fromTrue(_ angle: Double?, _ time: FixTime?) -> Heading? {
    guard let angle = Self.normalized(angle) else { return nil }
    let magnetic = variation.map { angle - $0 }
    return Heading(trueHeading: angle, magneticHeading: Self.normalized(magnetic), time: time)
  }

  private func fromMagnetic(_ angle: Double?, _ time: FixTime?) -> Heading? {
    guard let angle = Self.normalized(angle) else { return nil }
    let geographic = variation.map { angle + $0 }
    return Heading(trueHeading: Self.normalized(geographic), magneticHeading: angle, time: time)
  }

  /// In 0..<360; `nil` for what is farther from that than one turn, and so no angle.
  private static func normalized(_ angle: Double?) -> Double? {
    guard let angle, angle >= -360, angle <= 720 else { return nil }
    let turned = angle < 0 ? angle + 360 : angle
    return turned >= 360 ? turned - 360 : turned
  }
}
