// Core Location for Linux. SPDX-License-Identifier: MIT

import GpsdProtocol

/// The requests of one client in gpsd's protocol.
struct GpsdDialogue {
  private var framer = RequestFramer()
  var policy = WatchPolicy()

  /// The release of gpsd that is reported; Debian's clients of either version accept it.
  private static let release = "3.25"

  static func greeting(version: String) -> [UInt8] {
    bytes([self.version(version)])
  }

  private static func version(_ version: String) -> GpsdReport {
    .version(
      release: release, revision: "core-location-linux \(version)", major: 3, minor: 15)
  }

  /// Reads requests, and returns the answers.
  mutating func received(
    _ bytes: [UInt8], from feed: GpsdTranslator, version: String, at now: Moment
  ) -> [UInt8] {
    framer.push(bytes)
    var reports: [GpsdReport] = []
    while let request = framer.next() {
      reports += answer(to: request, from: feed, version: version, at: now)
    }
    return Self.bytes(reports)
  }

  private mutating func answer(
    to request: GpsdRequest, from feed: GpsdTranslator, version: String, at now: Moment
  ) -> [GpsdReport] {
    let devices = feed.device.map { [$0] } ?? []
    switch request {
    case .version: return [Self.version(version)]
    case .devices: return [.devices(devices)]
    case .device(changes: true):
      return [.error("cannot change the receiver: it is shared; use \"gps configure\"")]
    case .device(changes: false): return devices.prefix(1).map(GpsdReport.device)
    case .poll: return [poll(feed, at: now)]
    case .watch(let change):
      if let change {
        policy.apply(change)
        if let path = policy.device, path != feed.device?.path {
          policy = WatchPolicy()
          return [.error("No such device as \(path)")]
        }
      }
      return [.devices(devices), .watch(policy)]
    case .unrecognized(let text): return [.error("Unrecognized request '\(text)'")]
    }
  }

  /// Returns what is known now; gpsd reports nothing to a client that does not watch.
  private func poll(_ feed: GpsdTranslator, at now: Moment) -> GpsdReport {
    let time = GpsdTranslator.time(now)
    guard policy.enable else { return .poll(time: time, active: 0, tpv: [], gst: [], sky: []) }
    return .poll(
      time: time, active: feed.isActive ? 1 : 0, tpv: [feed.tpv],
      gst: feed.errorReport.map { [$0] } ?? [], sky: [feed.skyReport])
  }

  static func bytes(_ reports: [GpsdReport]) -> [UInt8] {
    var bytes: [UInt8] = []
    for report in reports { report.append(to: &bytes) }
    return bytes
  }
}
