// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

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
