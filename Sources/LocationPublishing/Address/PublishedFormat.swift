// Core Location for Linux. SPDX-License-Identifier: MIT

/// The format in which a position is sent; the names are those of `format=` in an address.
package enum PublishedFormat: String, CaseIterable, Hashable, Sendable {
  /// OwnTracks' objects, over MQTT and HTTP.
  case owntracks
  /// The JSON of `gps replay`, with the device and the occasion, over MQTT and HTTP.
  case json
  /// A device tracker that Home Assistant finds by itself, over MQTT.
  case homeassistant
  /// The form of Traccar's OsmAnd protocol, over HTTP.
  case osmand
}
