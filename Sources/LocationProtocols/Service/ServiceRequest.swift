// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

package enum ServiceRequest: Hashable, Sendable {
  /// The client's introduction and what it wants to receive; it may be sent again to change that.
  case client(ClientIntroduction)
  case clients

  package func append(to bytes: inout [UInt8]) {
    bytes.append { object in
      switch self {
      case .client(let introduction): introduction.set(in: &object)
      case .clients: object.set("class", "clients")
      }
    }
    bytes.append(0x0A)
  }

  package init(line: some Collection<UInt8>) throws(RequestError) {
    guard let value = JSONValue(line: line), let name = value["class"]?.string else {
      throw .malformed
    }
    switch name {
    case "client": self = .client(try ClientIntroduction(json: value))
    case "clients": self = .clients
    default: throw .unknownClass(name)
    }
  }
}

package enum RequestError: Error, Hashable, CustomStringConvertible {
  case malformed
  case unknownClass(String)
  case wrongType(member: String, expected: String)

  package var description: String {
    switch self {
    case .malformed: "a request is a JSON object with a class, in one line"
    case .unknownClass(let name):
      "unknown class \"\(name.shortened(toBytes: 40))\"; expected \"client\" or \"clients\""
    case .wrongType(let member, let expected): "cannot read \"\(member)\": expected \(expected)"
    }
  }
}

/// A program's description of itself, and what it wants to receive.
///
/// The service knows the user from the kernel; everything here is claimed by the program.
package struct ClientIntroduction: Hashable, Sendable {
  /// Its name, for people; `nil` if it does not give one.
  package var name: String?
  /// The application's identifier, under which its decisions are stored.
  package var identifier: String?
  /// Whether it receives positions, states and authorizations without a request.
  package var watch: Bool
  package var satellites: Bool
  package var headings: Bool
  /// Whether it receives how each receiver is doing, if it may read all of them.
  package var receivers: Bool
  package var background: Bool?

  package init(
    name: String?, identifier: String? = nil, watch: Bool = true, satellites: Bool = false,
    headings: Bool = false, receivers: Bool = false, background: Bool? = nil
  ) {
    self.name = name
    self.identifier = identifier
    self.watch = watch
    self.satellites = satellites
    self.headings = headings
    self.receivers = receivers
    self.background = background
  }

  func set(in object: inout JSONObject) {
    object.set("class", "client")
    object.set("name", name.map { $0.shortened(toBytes: Self.longestName) })
    object.set("identifier", identifier.map { $0.shortened(toBytes: Self.longestName) })
    object.set("watch", watch)
    object.set("satellites", satellites)
    object.set("headings", headings)
    if receivers { object.set("receivers", true) }
    object.set("background", background)
  }

  /// Reads an introduction; a flag that is absent is false, and a name that is too long is truncated.
  init(json value: JSONValue) throws(RequestError) {
    func member<Value>(
      _ name: String, _ read: (JSONValue) -> Value?, _ expected: String
    ) throws(RequestError) -> Value? {
      guard let member = value[name], member != .null else { return nil }
      guard let value = read(member) else { throw .wrongType(member: name, expected: expected) }
      return value
    }
    func text(_ name: String) throws(RequestError) -> String? {
      let text = try member(name, \.string, "a string")
      return text?.isEmpty == true ? nil : text?.shortened(toBytes: Self.longestName)
    }
    func flag(_ name: String) throws(RequestError) -> Bool? {
      try member(name, \.bool, "true or false")
    }
    self.init(
      name: try text("name"), identifier: try text("identifier"),
      watch: try flag("watch") ?? false, satellites: try flag("satellites") ?? false,
      headings: try flag("headings") ?? false,
      receivers: try flag("receivers") ?? false, background: try flag("background"))
  }

  /// The most bytes of a name or an identifier.
  private static let longestName = 200
}
