// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Turns reports into the messages of one connection to a broker.
package struct MQTTFormatter: Hashable, Sendable {
  private let format: PublishedFormat
  private let template: String
  /// The devices that Home Assistant was told about on this connection.
  private var announced: Set<String> = []

  package init(_ address: DestinationAddress) {
    format = address.format ?? .owntracks
    if !address.path.isEmpty {
      template = address.path
    } else if format == .owntracks {
      template = "owntracks/\(Self.level(address.user ?? "gps"))/{device}"
    } else {
      template = "gps/{device}"
    }
  }

  /// Where a device's positions go.
  package func topic(of device: String) -> String {
    template.replacing("{device}", with: Self.level(device))
  }

  /// A name as one level of a topic: what MQTT gives a meaning is escaped.
  private static func level(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.value < 0x20 || scalar.value == 0x7F || "/+#%".unicodeScalars.contains(scalar) {
        result += FileName.escape(UInt8(scalar.value))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The messages of a report, which are sent together; none without a date.
  package mutating func messages(_ report: PositionReport) -> [PublishedMessage] {
    guard report.secondsSince1970 != nil else { return [] }
    let topic = topic(of: report.device)
    switch format {
    case .homeassistant:
      let tracker = HomeAssistant(device: report.device, topic: topic)
      let isNew = announced.insert(report.device).inserted
      return (isNew ? [tracker.discovery, tracker.state] : []) + [tracker.attributes(report)]
    case .json:
      return [PublishedMessage(topic: topic, payload: report.json, isRetained: true)]
    case .owntracks, .osmand:
      // An event is not kept: who subscribes later would take it for one of now.
      let event = OwnTracks.transition(report).map {
        PublishedMessage(topic: topic + "/event", payload: $0, isRetained: false)
      }
      let place = OwnTracks.location(report).map {
        PublishedMessage(topic: topic, payload: $0, isRetained: true)
      }
      return [event, place].compactMap(\.self)
    }
  }

  /// What the broker is to publish when it loses us; only OwnTracks has such a message.
  ///
  /// It is not retained: it goes to the topic of the position, which it would replace.
  ///
  /// - Parameters:
  ///   - device: whose topic it goes to.
  ///   - time: now, by this machine's clock, seconds since 1970.
  package func lastWill(of device: String, time: Int) -> PublishedMessage? {
    guard format == .owntracks else { return nil }
    return PublishedMessage(
      topic: topic(of: device), payload: OwnTracks.lastWill(time: time), isRetained: false)
  }
}
