// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
package import TrackStore

/// A device tracker of Home Assistant's MQTT integration, which appears there by itself.
package struct HomeAssistant: Hashable, Sendable {
  /// The name of what moves, as people know it.
  private let device: String
  /// The topic that precedes `/state` and `/attributes`.
  private let topic: String

  package init(device: String, topic: String) { (self.device, self.topic) = (device, topic) }

  /// The identifier of the device in Home Assistant: letters, digits, `-` and `_`, as it requires.
  package var identifier: String {
    device.utf8.reduce(into: "gps_") { result, byte in
      if byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        result.append(Character(Unicode.Scalar(byte)))
      } else {
        result += "_" + FileName.escape(byte).dropFirst()
      }
    }
  }

  /// The message that makes the device appear, retained for the next start of Home Assistant.
  package var discovery: PublishedMessage {
    var object = JSONObject()
    // With a null name, the entity takes the name of its device.
    object.set("name", json: Array("null".utf8))
    object.set("unique_id", identifier)
    object.set("source_type", "gps")
    object.set("state_topic", topic + "/state")
    object.set("payload_reset", Self.anywhere)
    object.set("json_attributes_topic", topic + "/attributes")
    object.set("device") { described in
      described.set("identifiers", identifier)
      described.set("name", device)
    }
    return PublishedMessage(
      topic: "homeassistant/device_tracker/\(identifier)/config", payload: object.closed,
      isRetained: true)
  }

  /// The state that leaves it to Home Assistant to determine the zone of the coordinates.
  package var state: PublishedMessage {
    PublishedMessage(topic: topic + "/state", payload: Array(Self.anywhere.utf8), isRetained: true)
  }

  private static let anywhere = "None"

  /// Returns the position, and everything else that is known about it.
  package func attributes(_ report: PositionReport) -> PublishedMessage {
    var object = JSONObject()
    // Rounded up, because Home Assistant expects whole meters.
    object.set(
      "gps_accuracy", report.fix.horizontalAccuracy.flatMap { Int(exactly: $0.rounded(.up)) })
    object.set("occasion", report.occasion.name)
    object.set("region", report.occasion.region)
    object.set(report.fix)
    return PublishedMessage(topic: topic + "/attributes", payload: object.closed, isRetained: true)
  }
}
