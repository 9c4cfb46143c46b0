// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

package enum GpsdRequest: Hashable, Sendable {
  /// `?VERSION;`
  case version
  /// `?DEVICES;`
  case devices
  /// `?DEVICE;`, or `?DEVICE={…}`, which would change a receiver.
  case device(changes: Bool)
  /// `?POLL;`
  case poll
  /// `?WATCH;`, which changes nothing, or `?WATCH={…}`.
  case watch(WatchChange?)
  /// Anything else that begins with `?`: its text, at most ``RequestFramer/longest`` bytes.
  case unrecognized(String)
}

/// The members of a WATCH request; `nil` for a member that it lacks.
package struct WatchChange: Hashable, Sendable {
  package var enable: Bool?
  package var json: Bool?
  package var nmea: Bool?
  package var raw: Int?
  package var pps: Bool?
  package var scaled: Bool?
  package var split24: Bool?
  package var device: String?

  package init() {}

  /// Reads a request; members of a type that gpsd does not expect count as false, unknown ones are ignored.
  init(_ value: JSONValue) {
    func flag(_ name: String) -> Bool? {
      value[name].map { $0.bool ?? $0.number.map { $0 != 0 } ?? false }
    }
    (enable, json, nmea) = (flag("enable"), flag("json"), flag("nmea"))
    (pps, scaled, split24) = (flag("pps"), flag("scaled"), flag("split24"))
    raw = value["raw"].map { $0.integer ?? 0 }
    device = value["device"]?.string
  }
}

extension WatchChange {
  package static func reports(of device: String?) -> [UInt8] {
    var object = JSONObject()
    object.set("enable", true)
    object.set("json", true)
    object.set("device", device)
    return Array("?WATCH=".utf8) + object.closed + Array(";\r\n".utf8)
  }
}

/// What one connection has subscribed to, according to its WATCH requests.
package struct WatchPolicy: Hashable, Sendable {
  /// Whether anything is sent without a request for it.
  package private(set) var enable = false
  package private(set) var json = false
  /// Whether sentences are sent, either the receiver's or generated ones.
  package private(set) var nmea = false
  /// 1 or 2: the receiver's bytes are sent as they were received.
  package private(set) var raw = 0
  package private(set) var pps = false
  package private(set) var scaled = false
  package private(set) var split24 = false
  /// The only device whose reports are sent; `nil` for all.
  package private(set) var device: String?

  package init() {}

  /// Changes the subscription as gpsd does.
  ///
  /// A request without `enable` enables. `json`, `nmea` and `raw` keep their values if they are absent:
  /// `?WATCH={"enable":true}` alone sends nothing. All others are reset to false, and the device to all.
  package mutating func apply(_ change: WatchChange) {
    enable = change.enable ?? true
    json = change.json ?? json
    nmea = change.nmea ?? nmea
    raw = min(max(change.raw ?? raw, 0), 2)
    pps = change.pps ?? false
    scaled = change.scaled ?? false
    split24 = change.split24 ?? false
    device = change.device
  }

  package func wantsReports(of path: String) -> Bool {
    enable && json && (device == nil || device == path)
  }

  package func wantsSentences(of path: String) -> Bool {
    enable && (nmea || raw > 0) && (device == nil || device == path)
  }
}
