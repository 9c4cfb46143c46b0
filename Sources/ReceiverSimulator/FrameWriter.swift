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
    self.configuration = configuration
    self.epoch = epoch
    timeOfWeek = epoch.instant.date.timeOfWeek(at: epoch.instant.time)
  }

  var bytes: [UInt8] {
    var end = FramePayload()
    end.append(timeOfWeek)
    return pvt.frame(NAVPVT.kind) + dop.frame(NAVDOP.kind)
      + (sat?.frame(NAVSAT.kind) ?? []) + end.frame(NAVEOE.kind)
  }

  private var hasFix: Bool { epoch.geometry != nil }

  /// "Unknown", of accuracies in millimeters.
  private static let unknown = UInt32.max

  private var pvt: FramePayload {
    var payload = FramePayload()
    payload.append(timeOfWeek)
    appendTime(to: &payload)
    payload.append(UInt8(hasFix ? 3 : 0))
    payload.append(flags)
    payload.append(UInt8(0))
    payload.append(UInt8(clamping: hasFix ? used : 0))
    appendPosition(to: &payload)
    appendMotion(to: &payload)
    payload.append(epoch.geometry?.position ?? 99.99, per: 100, as: UInt16.self)
    // Longitude, latitude and heights are invalid.
    payload.append(UInt16(hasFix ? 0 : 1))
    payload.skip(12)
    return payload
  }

  /// Year to second, what of it is valid, the accuracy, and what to add.
  private func appendTime(to payload: inout FramePayload) {
    let days = epoch.instant.date.daysSince1970 - configuration.faults.weekRollovers * 7168
    let (date, time) = (CivilDate(daysSince1970: days), epoch.instant.time)
    payload.append(UInt16(clamping: date.year))
    payload.append(UInt8(date.month))
    payload.append(UInt8(date.day))
    payload.append(time.hour)
    payload.append(time.minute)
    payload.append(time.second)
    let valid: UInt8 =
      switch epoch.stage {
      case .searching: 0
      case .timed: 0b10
      case .dated, .fixed: 0b111
      }
    payload.append(valid)
    payload.append(epoch.stage == .searching ? Self.unknown : UInt32(30))
    payload.append(Int32(time.nanosecond))
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
      payload.append(Self.unknown)
      payload.append(Self.unknown)
      return
    }
    let position = epoch.measured.position
    payload.append(position.longitude, per: 1e7, as: Int32.self)
    payload.append(position.latitude, per: 1e7, as: Int32.self)
    payload.append(position.altitude + configuration.geoidSeparation, per: 1e3, as: Int32.self)
    payload.append(position.altitude, per: 1e3, as: Int32.self)
    // The root mean square of the distance.
    payload.append(hypot(deviations.east, deviations.north), per: 1e3, as: UInt32.self)
    payload.append(deviations.vertical, per: 1e3, as: UInt32.self)
  }

  private func appendMotion(to payload: inout FramePayload) {
    guard hasFix else {
      payload.skip(20)
      payload.append(Self.unknown)
      payload.append(UInt32(18_000_000))
      return
    }
    let motion = epoch.measured
    payload.append(motion.northSpeed, per: 1e3, as: Int32.self)
    payload.append(motion.eastSpeed, per: 1e3, as: Int32.self)
    payload.append(Int32(0))
    payload.append(motion.speed, per: 1e3, as: Int32.self)
    payload.append(motion.course, per: 1e5, as: Int32.self)
    let deviation = configuration.noise.speed
    payload.append(deviation * 2.squareRoot(), per: 1e3, as: UInt32.self)
    let isMoving = motion.speed > 0 && motion.speed >= configuration.courseFloor
    payload.append(
      isMoving ? atan2(deviation, motion.speed).degrees : 180, per: 1e5, as: UInt32.self)
  }

  private var dop: FramePayload {
    let geometry = epoch.geometry
    var payload = FramePayload()
    payload.append(timeOfWeek)
    // The dilution of the time is not simulated, and so neither is that of time and position together.
    for value in [
      nil, geometry?.position, nil, geometry?.vertical, geometry?.horizontal,
      geometry?.north, geometry?.east,
    ] {
      payload.append(value ?? 99.99, per: 100, as: UInt16.self)
    }
    return payload
  }

  private var sat: FramePayload? {
    let (second, rest) = epoch.index.quotientAndRemainder(dividingBy: configuration.rate)
    guard rest == 0, second % configuration.satelliteInterval == 0 else { return nil }
    let isOutage =
      epoch.stage < .fixed && epoch.instant.elapsed >= configuration.faults.coldStart
    let satellites = epoch.stage == .searching ? [] : epoch.satellites.prefix(255)
    var payload = FramePayload()
    payload.append(timeOfWeek)
    payload.append(UInt8(1))
    payload.append(UInt8(satellites.count))
    payload.skip(2)
    for satellite in satellites {
      let system = satellite.system
      payload.append(Self.number(of: system))
      payload.append(UInt8(clamping: system == .glonass ? satellite.number - 64 : satellite.number))
      payload.append(isOutage ? 0 : satellite.carrierToNoise ?? 0, per: 1, as: UInt8.self)
      payload.append(satellite.elevation, per: 1, as: Int8.self)
      payload.append(
        satellite.azimuth.rounded() == 360 ? 0 : satellite.azimuth, per: 1, as: Int16.self)
      payload.append(Int16(0))
      // Healthy, and used or tracked.
      payload.append(UInt32(1 << 4 | (hasFix && satellite.isUsed ? 0b1111 : 0b100)))
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
