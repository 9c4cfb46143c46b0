// Core Location for Linux. SPDX-License-Identifier: MIT

import ServerAccess
package import TrackStore

/// Converts reports to the messages of one connection to a broker.
package struct MQTTFormatter: Hashable, Sendable {
  private let format: MQTTDestination.Format
  private let template: String
  /// The devices, and what the page watches there, that were announced to Home Assistant on this connection.
  private var announced: Set<String> = []

  package init(_ address: MQTTDestination) {
    format = address.format
    if !address.topic.isEmpty {
      template = address.topic
    } else {
      template = format == .owntracks ? OwnTracks.topic(user: address.server.user) : "gps/{device}"
    }
  }

  package func topic(of device: String) -> String { OwnTracks.topic(template, of: device) }

  /// Returns the messages of a report, which are sent together; none without a date.
  package mutating func messages(_ report: PositionReport) -> [PublishedMessage] {
    guard report.secondsSince1970 != nil else { return [] }
    let topic = topic(of: report.device)
    switch format {
    case .homeassistant:
      let tracker = HomeAssistant(device: report.device, topic: topic)
      let isNew = announced.insert(report.device).inserted
      return (isNew ? [tracker.discovery, tracker.state] : []) + [tracker.attributes(report)]
        + watched(report, by: tracker)
    case .json: return [PublishedMessage(topic: topic, payload: report.json, isRetained: true)]
    case .owntracks:
      // An event is not retained: later subscribers would take it for a current one.
      let event = OwnTracks.transition(report).map {
        PublishedMessage(topic: topic + "/event", payload: $0, isRetained: false)
      }
      let place = OwnTracks.location(report).map {
        PublishedMessage(topic: topic, payload: $0, isRetained: true)
      }
      return [event, place].compactMap(\.self)
    }
  }

  /// Returns what Home Assistant is told of a watch of the page whose state has changed.
  private mutating func watched(
    _ report: PositionReport, by tracker: HomeAssistant
  ) -> [PublishedMessage] {
    guard let watch = HomeAssistant.Watch(report.occasion), let state = report.occasion.watch else {
      return []
    }
    let isNew = announced.insert("\(report.device)/\(watch.rawValue)").inserted
    return (isNew ? [tracker.discovery(of: watch)] : []) + [tracker.state(state, of: watch)]
  }

  /// Returns the message that the broker publishes when it loses the connection; only OwnTracks has one.
  ///
  /// It is not retained, because it would replace the position, whose topic it goes to.
  ///
  /// - Parameters:
  ///   - device: the device to whose topic it goes.
  ///   - time: the current time by this machine's clock, seconds since 1970.
  package func lastWill(of device: String, time: Int) -> PublishedMessage? {
    guard format == .owntracks else { return nil }
    return PublishedMessage(
      topic: topic(of: device), payload: OwnTracks.lastWill(time: time), isRetained: false)
  }
}
