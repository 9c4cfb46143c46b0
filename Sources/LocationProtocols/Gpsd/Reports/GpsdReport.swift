// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// A report by gpsd: one JSON object per line, identified by its class.
package enum GpsdReport: Hashable, Sendable {
  case version(release: String, revision: String, major: Int, minor: Int)
  case devices([GpsdDevice])
  case device(GpsdDevice)
  /// What this connection has subscribed to.
  case watch(WatchPolicy)
  case tpv(TPV)
  case gst(GST)
  case sky(SKY)
  case att(ATT)
  /// The answer to POLL: how many devices are active, and what is known now.
  case poll(time: String, active: Int, tpv: [TPV], gst: [GST], sky: [SKY])
  case error(String)
  case other(String)

  /// The longest line that clients read, in bytes.
  package static let longestLine = 10_240

  /// Appends the report as a line that ends with CR LF; python3-gps does not recognize it otherwise.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(object: set)
    bytes += [0x0D, 0x0A]
  }

  private func set(in object: inout JSONObject) {
    switch self {
    case .version(let release, let revision, let major, let minor):
      object.set("class", "VERSION")
      object.set("release", release)
      object.set("rev", revision)
      object.set("proto_major", major)
      object.set("proto_minor", minor)
    case .devices(let devices):
      object.set("class", "DEVICES")
      object.set("devices", devices) { $0.set(in: &$1) }
    case .device(let device): device.set(in: &object)
    case .watch(let policy): policy.set(in: &object)
    case .tpv(let report): report.set(in: &object)
    case .gst(let report): report.set(in: &object)
    case .sky(let report): report.set(in: &object)
    case .att(let report): report.set(in: &object)
    case .poll(let time, let active, let tpv, let gst, let sky):
      object.set("class", "POLL")
      object.set("time", time)
      object.set("active", active)
      object.set("tpv", tpv) { $0.set(in: &$1) }
      object.set("gst", gst) { $0.set(in: &$1) }
      object.set("sky", sky) { $0.set(in: &$1) }
    case .error(let message):
      object.set("class", "ERROR")
      object.set("message", message)
    case .other(let name): object.set("class", name)
    }
  }

  /// Reads a line; `nil` if it is not an object with a class.
  package init?(line: some Collection<UInt8>) {
    guard line.count <= Self.longestLine, let value = JSONValue(Array(line)[...]),
      let name = value["class"]?.string
    else { return nil }
    switch name {
    case "VERSION":
      self = .version(
        release: value["release"]?.string ?? "", revision: value["rev"]?.string ?? "",
        major: value["proto_major"]?.integer ?? 0, minor: value["proto_minor"]?.integer ?? 0)
    case "DEVICES": self = .devices((value["devices"]?.array ?? []).compactMap(GpsdDevice.init))
    case "DEVICE":
      guard let device = GpsdDevice(value) else { return nil }
      self = .device(device)
    case "WATCH":
      var policy = WatchPolicy()
      policy.apply(WatchChange(value))
      self = .watch(policy)
    case "TPV": self = .tpv(TPV(value))
    case "GST":
      guard let report = GST(value) else { return nil }
      self = .gst(report)
    case "SKY": self = .sky(SKY(value))
    case "ATT": self = .att(ATT(value))
    case "POLL":
      self = .poll(
        time: value["time"]?.string ?? "", active: value["active"]?.integer ?? 0,
        tpv: (value["tpv"]?.array ?? []).map(TPV.init),
        gst: (value["gst"]?.array ?? []).compactMap(GST.init),
        sky: (value["sky"]?.array ?? []).map(SKY.init))
    case "ERROR": self = .error(value["message"]?.string ?? "")
    default: self = .other(name)
    }
  }
}

extension WatchPolicy {
  func set(in object: inout JSONObject) {
    object.set("class", "WATCH")
    object.set("enable", enable)
    object.set("json", json)
    object.set("nmea", nmea)
    object.set("raw", raw)
    object.set("scaled", scaled)
    // Never granted: nobody measures when a report began. gpsprof would wait for such reports without end.
    object.set("timing", false)
    object.set("split24", split24)
    object.set("pps", pps)
    object.set("device", device)
  }
}
