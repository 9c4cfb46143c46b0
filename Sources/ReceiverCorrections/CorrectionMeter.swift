// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry

/// What is known about the data of one connection.
struct CorrectionMeter {
  private(set) var firstData: Duration?
  private(set) var lastData: Duration?
  private(set) var format: String?
  private(set) var station: Int?
  private var base: (latitude: Double, longitude: Double)?
  /// The bytes that have arrived lately, and when.
  private var recent: [(time: Duration, count: Int)] = []

  private static let window: Duration = .seconds(10)
  /// What arrives within this time is counted together.
  private static let step: Duration = .milliseconds(100)

  mutating func received(_ bytes: [UInt8], at now: Duration) {
    if firstData == nil {
      firstData = now
      // The preamble of SPARTN; that of RTCM is confirmed by a checksum.
      if bytes.first == 0x73 { format = "SPARTN" }
    }
    lastData = now
    if let last = recent.last, now - last.time < Self.step {
      recent[recent.count - 1].count += bytes.count
    } else {
      recent.append((now, bytes.count))
    }
    recent.removeAll { now - $0.time > Self.window }
  }

  mutating func received(_ frame: RTCMFrame) {
    format = "RTCM 3"
    station = frame.station ?? station
    if let latitude = frame.latitude, let longitude = frame.longitude {
      base = (latitude, longitude)
    }
  }

  /// Bytes a second; `nil` while none arrive.
  func rate(at now: Duration) -> Double? {
    guard let firstData else { return nil }
    let count = recent.reduce(0) { now - $1.time > Self.window ? $0 : $0 + $1.count }
    let time = min(max((now - firstData) / .seconds(1), 1), 10)
    return count == 0 ? nil : Double(count) / time
  }

  /// How long data flowed; `nil` if there was none.
  var flow: Duration? {
    guard let firstData, let lastData else { return nil }
    return lastData - firstData
  }

  /// The distance of the base, meters, by its own position, else by the caster's table.
  func distance(from fix: Fix?, orOf stream: SourceTable.Stream?) -> Double? {
    guard let fix else { return nil }
    guard let base else { return stream?.distance(from: fix) }
    return fix.distance(toLatitude: base.latitude, longitude: base.longitude)
  }
}
