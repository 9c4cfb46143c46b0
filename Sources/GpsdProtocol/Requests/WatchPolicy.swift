// Core Location for Linux. SPDX-License-Identifier: MIT

/// What one connection is subscribed to, as its WATCH requests have left it.
package struct WatchPolicy: Hashable, Sendable {
  /// Whether anything is sent unasked.
  package private(set) var enable = false
  /// Whether reports are sent as JSON.
  package private(set) var json = false
  /// Whether sentences are sent as the receiver or we wrote them.
  package private(set) var nmea = false
  /// 1 or 2: the receiver's bytes are sent as they came.
  package private(set) var raw = 0
  package private(set) var pps = false
  package private(set) var scaled = false
  package private(set) var split24 = false
  package private(set) var timing = false
  /// The one device that is reported; `nil` for all.
  package private(set) var device: String?

  package init() {}

  /// Changes the subscription as gpsd does.
  ///
  /// A request that does not mention `enable` enables. `json`, `nmea` and `raw` keep their values if they are not
  /// mentioned: `?WATCH={"enable":true}` alone streams nothing. All others return to false, and to all devices.
  package mutating func apply(_ change: WatchChange) {
    enable = change.enable ?? true
    json = change.json ?? json
    nmea = change.nmea ?? nmea
    raw = min(max(change.raw ?? raw, 0), 2)
    pps = change.pps ?? false
    scaled = change.scaled ?? false
    split24 = change.split24 ?? false
    timing = change.timing ?? false
    device = change.device
  }

  /// Whether reports about a device are sent as JSON.
  package func wantsReports(of path: String) -> Bool {
    enable && json && (device == nil || device == path)
  }

  /// Whether sentences of a device are sent.
  package func wantsSentences(of path: String) -> Bool {
    enable && (nmea || raw > 0) && (device == nil || device == path)
  }
}
