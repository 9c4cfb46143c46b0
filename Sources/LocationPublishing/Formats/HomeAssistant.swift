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
    describeDevice(in: &object)
    return PublishedMessage(
      topic: "homeassistant/device_tracker/\(identifier)/config", payload: object.closed,
      isRetained: true)
  }

  /// The entities of what the page watches belong to the same device.
  private func describeDevice(in object: inout JSONObject) {
    object.set("device") { described in
      described.set("identifiers", identifier)
      described.set("name", device)
    }
  }

  /// The messages that make what the page watches appear, the anchor or a person overboard.
  func discovery(of watch: Watch) -> PublishedMessage {
    var object = JSONObject()
    object.set("name", watch.title)
    object.set("unique_id", "\(identifier)_\(watch.rawValue)")
    object.set("state_topic", "\(topic)/\(watch.rawValue)")
    switch watch {
    case .anchor:
      let states = PositionReport.Occasion.anchorStates.map { "\"\($0)\"" }
      object.set("device_class", "enum")
      object.set("options", json: Array("[\(states.joined(separator: ","))]".utf8))
      object.set("icon", "mdi:anchor")
    case .overboard:
      object.set("device_class", "safety")
      object.set("payload_on", "on")
      object.set("payload_off", "off")
    }
    describeDevice(in: &object)
    return PublishedMessage(
      topic: "homeassistant/\(watch.component)/\(identifier)_\(watch.rawValue)/config",
      payload: object.closed, isRetained: true)
  }

  func state(_ state: String, of watch: Watch) -> PublishedMessage {
    PublishedMessage(
      topic: "\(topic)/\(watch.rawValue)", payload: Array(state.utf8), isRetained: true)
  }

  /// What the page watches; the raw value is part of its topics.
  enum Watch: String {
    case anchor
    case overboard

    init?(_ occasion: PositionReport.Occasion) {
      switch occasion {
      case .anchor: self = .anchor
      case .overboard: self = .overboard
      default: return nil
      }
    }

    fileprivate var title: String { self == .anchor ? "Anchor watch" : "Man overboard" }
    /// The kind of entity.
    fileprivate var component: String { self == .anchor ? "sensor" : "binary_sensor" }
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
    object.set("watch", report.occasion.watch)
    object.set(report.fix)
    return PublishedMessage(topic: topic + "/attributes", payload: object.closed, isRetained: true)
  }
}
