// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import ServerAccess

/// A topic of an Apache Kafka cluster: `kafkas://boat@a.example.org,b.example.org/positions?sasl=plain`.
package struct KafkaDestination: ServerDestination, Hashable {
  /// The ways to log in; their raw values are the names for `sasl=` in an address.
  enum Mechanism: String, CaseIterable {
    case sha512 = "scram-sha-512"
    case sha256 = "scram-sha-256"
    /// Sends the password to the broker, and so only over TLS.
    case plain
  }

  package let server: ServerAddress
  let topic: String
  let mechanism: Mechanism

  package static let schemes = ["kafka", "kafkas"]
  package static let form = "kafka[s]://[user@]host[:port][,host[:port]]/topic"
  package static let items = ServerAddress.items.union(["sasl"])

  package init(_ address: AddressParts) throws(AddressFault) {
    let query = try address.query(Self.items)
    server = try ServerAddress(
      address, query,
      address.scheme == "kafkas"
        ? .init(scheme: "kafkas", usualPort: 9093, mayBeSeveral: true)
        : .init(scheme: "kafka", usualPort: 9092, encrypted: "kafkas", mayBeSeveral: true))
    topic = try AddressParts.decode(server.path.dropFirst(), "the topic")
    // Kafka's rule for names of topics.
    let isOfTopic = { (byte: UInt8) in
      Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte)
        || "._-".utf8.contains(byte)
    }
    guard (1...249).contains(topic.utf8.count), topic != ".", topic != "..",
      topic.utf8.allSatisfy({ $0 < 0x80 && isOfTopic($0) })
    else {
      throw AddressFault(
        "it names no topic of at most 249 letters, digits, \".\", \"_\" and \"-\"; write \(address.scheme)://HOST/TOPIC"
      )
    }
    mechanism = try Self.mechanism(query["sasl"], server)
  }

  private static func mechanism(
    _ name: String?, _ server: ServerAddress
  ) throws(AddressFault) -> Mechanism {
    guard let name else { return .sha512 }
    guard let mechanism = Mechanism(rawValue: name.lowercased()) else {
      let names = Mechanism.allCases.map(\.rawValue).joined(separator: ", ")
      throw AddressFault("\"\(name)\" is not a supported login method; use one of \(names)")
    }
    guard server.user != nil else {
      throw AddressFault("sasl= needs a user; write USER@ in front of the host")
    }
    guard mechanism != .plain || server.isEncrypted else {
      throw AddressFault("sasl=plain sends the password in the clear; use kafkas, or a SCRAM")
    }
    return mechanism
  }

  package var description: String { "\(server.text)/\(topic)".escapedForTerminal }

  package func link(device: String, credentials: Credentials, stop: WakeUp) -> any DeliveryLink {
    KafkaLink(self, credentials: credentials, stop: stop)
  }
}
