// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// A topic of an MQTT broker: `mqtts://boat@example.org/fleet/{device}?ca-file=ca.pem`.
package struct MQTTDestination: ServerDestination, Hashable {
  enum Format: String, PublishedFormat {
    /// OwnTracks' objects.
    case owntracks
    /// The JSON of `gps replay`, with the device and the occasion.
    case json
    /// A device tracker that Home Assistant finds by itself.
    case homeassistant
  }

  package let server: ServerAddress
  /// The topic, in which `{device}` stands for the device; empty for the usual one of the format.
  let topic: String
  let format: Format
  /// The name by which the broker knows this client; `nil` for a random one.
  let clientID: String?

  package static let schemes = ["mqtt", "mqtts"]
  package static let form = "mqtt[s]://[user@]host[:port][/topic]"
  package static let items = ServerAddress.items.union(["format", "client-id"])

  package init(_ address: AddressParts) throws(AddressFault) {
    let query = try address.query(Self.items)
    server = try ServerAddress(
      address, query,
      address.scheme == "mqtts"
        ? .init(scheme: "mqtts", usualPort: 8883)
        : .init(scheme: "mqtt", usualPort: 1883, encrypted: "mqtts"))
    topic = try AddressParts.decode(server.path.dropFirst(), "the topic")
    format = try Format.read(query["format"]) ?? .owntracks
    clientID = query["client-id"]
    guard !topic.contains("+"), !topic.contains("#") else {
      throw AddressFault("a topic to publish to contains neither \"+\" nor \"#\"")
    }
    guard !topic.hasPrefix("$") else {
      throw AddressFault("topics that begin with \"$\" are the broker's own")
    }
    // MQTT's limit is 65,535 bytes; the rest is for the device and what formats append.
    guard topic.utf8.count <= 32_000, (clientID?.utf8.count ?? 0) <= 1024 else {
      throw AddressFault("its topic or its client-id is too long")
    }
  }

  package var description: String {
    let text = server.text + (topic.isEmpty ? "" : "/" + topic)
    return (format == .owntracks ? text : text + "?format=\(format.rawValue)").escapedForTerminal
  }

  package func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink {
    MQTTLink(self, device: device, credentials: credentials, stop: stop)
  }
}
