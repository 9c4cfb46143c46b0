// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import UBX

/// Writes an epoch as frames of UBX, as u-blox receivers of the eighth and ninth generation do: NAV-PVT, NAV-DOP,
/// NAV-SAT, and NAV-EOE at the end.
struct FrameWriter {
  private let configuration: SimulatedReceiver.Configuration
  private let epoch: SimulatedEpoch
  private let timeOfWeek: UInt32

  init(_ configuration: SimulatedReceiver.Configuration, _ epoch: SimulatedEpoch) {
    (self.configuration, self.epoch) = (configuration, epoch)
    timeOfWeek = epoch.instant.date.timeOfWeek(at: epoch.instant.time)
  }

  var bytes: [UInt8] {
    pvt.frame(NAVPVT.kind) + dop.frame(NAVDOP.kind) + (sat?.frame(NAVSAT.kind) ?? [])
      + FramePayload(timeOfWeek).frame(NAVEOE.kind)
  }

  private var hasFix: Bool { epoch.geometry != nil }

  /// "Unknown", of accuracies in millimeters.
  private static let unknown = UInt32.max

  private var pvt: FramePayload {
    var payload = FramePayload(timeOfWeek)
    appendTime(to: &payload)
    payload.append(UInt8(hasFix ? 3 : 0), flags, UInt8(0), UInt8(clamping: hasFix ? used : 0))
    appendPosition(to: &payload)
    appendMotion(to: &payload)
    // Longitude, latitude and heights are invalid without a fix.
    payload.append(
      UInt16(closestTo: 100 * (epoch.geometry?.position ?? 99.99)), UInt16(hasFix ? 0 : 1))
    payload.skip(12)
    return payload
  }

  /// Year to second, what of it is valid, the accuracy, and what to add.
  private func appendTime(to payload: inout FramePayload) {
    let days = epoch.instant.date.daysSince1970 - configuration.faults.weekRollovers * 7168
    let (date, time) = (CivilDate(daysSince1970: days), epoch.instant.time)
    let valid: UInt8 =
      switch epoch.stage {
      case .searching: 0
      case .timed: 0b10
      case .dated, .fixed: 0b111
      }
    payload.append(
      UInt16(clamping: date.year), UInt8(date.month), UInt8(date.day), time.hour, time.minute,
      time.second, valid, epoch.stage == .searching ? Self.unknown : 30, Int32(time.nanosecond))
  }

  /// Whether there is a fix, and what corrections it uses.
  private var flags: UInt8 {
    guard hasFix else { return 0 }
    return switch configuration.quality {
    case .differential: 0b11
    case .rtkFloat: 0b11 | 1 << 6
    case .rtkFixed: 0b11 | 2 << 6
    default: 1
    }
  }

  private var used: Int { epoch.satellites.count { $0.isUsed } }

  private func appendPosition(to payload: inout FramePayload) {
    guard let deviations = epoch.deviations else {
      payload.skip(16)
      return payload.append(Self.unknown, Self.unknown)
    }
    let position = epoch.measured.position
    payload.append(
      Int32(closestTo: 1e7 * position.longitude), Int32(closestTo: 1e7 * position.latitude),
      Int32(closestTo: 1e3 * (position.altitude + configuration.geoidSeparation)),
      Int32(closestTo: 1e3 * position.altitude),
      // The root mean square of the distance.
      UInt32(closestTo: 1e3 * hypot(deviations.east, deviations.north)),
      UInt32(closestTo: 1e3 * deviations.vertical))
  }

  private func appendMotion(to payload: inout FramePayload) {
    guard hasFix else {
      payload.skip(20)
      return payload.append(Self.unknown, UInt32(18_000_000))
    }
    let motion = epoch.measured
    let deviation = configuration.noise.speed
    let isMoving = motion.speed > 0 && motion.speed >= configuration.courseFloor
    let courseDeviation = isMoving ? atan2(deviation, motion.speed).degrees : 180
    payload.append(
      Int32(closestTo: 1e3 * motion.northSpeed), Int32(closestTo: 1e3 * motion.eastSpeed), Int32(0),
      Int32(closestTo: 1e3 * motion.speed), Int32(closestTo: 1e5 * motion.course),
      UInt32(closestTo: 1e3 * (deviation * 2.squareRoot())),
      UInt32(closestTo: 1e5 * courseDeviation))
  }

  private var dop: FramePayload {
    let geometry = epoch.geometry
    var payload = FramePayload(timeOfWeek)
    // The dilution of the time is not simulated, and so neither is that of time and position together.
    for value in [
      nil, geometry?.position, nil, geometry?.vertical, geometry?.horizontal,
      geometry?.north, geometry?.east,
    ] {
      payload.append(UInt16(closestTo: 100 * (value ?? 99.99)))
    }
    return payload
  }

  private var sat: FramePayload? {
    guard configuration.listsSatellites(in: epoch) else { return nil }
    let isOutage = configuration.isOutage(epoch)
    let satellites = epoch.stage == .searching ? [] : epoch.satellites.prefix(255)
    var payload = FramePayload(timeOfWeek, UInt8(1), UInt8(satellites.count), UInt16(0))
    for satellite in satellites {
      let system = satellite.system
      payload.append(
        Self.number(of: system),
        UInt8(clamping: system == .glonass ? satellite.number - 64 : satellite.number),
        UInt8(closestTo: isOutage ? 0 : satellite.carrierToNoise ?? 0),
        Int8(closestTo: satellite.elevation), Int16(closestTo: satellite.azimuth) % 360, Int16(0),
        // Healthy, and used or tracked.
        UInt32(1 << 4 | (hasFix && satellite.isUsed ? 0b1111 : 0b100)))
    }
    return payload
  }

  private static func number(of system: SystemID) -> UInt8 {
    switch system {
    case .galileo: 2
    case .beiDou: 3
    case .glonass: 6
    default: 0
    }
  }
}

/// The payload of a frame of UBX while it is filled in, from the first byte to the last.
struct FramePayload {
  private(set) var bytes: [UInt8] = []

  init<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    append(repeat each numbers)
  }

  /// Appends integers, the lowest byte of each first.
  mutating func append<each Number: FixedWidthInteger>(_ numbers: repeat each Number) {
    for number in repeat each numbers {
      for shift in stride(from: 0, to: number.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }

  /// Appends bytes without a meaning here.
  mutating func skip(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

  func frame(_ kind: FrameKind) -> [UInt8] { FrameCandidate.bytes(kind, bytes) }
}

extension FixedWidthInteger {
  /// The integer closest to a measure.
  init(closestTo value: Double) {
    let value = value.rounded()
    self = value <= Double(Self.min) ? .min : value >= Double(Self.max) ? .max : Self(value)
  }
}
