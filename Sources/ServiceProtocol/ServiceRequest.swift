// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// A request of a client to the service.
package enum ServiceRequest: Hashable, Sendable {
  /// The client's introduction and what it wants to receive; it may be sent again to change that.
  case client(ClientIntroduction)
  /// Requests the list of clients.
  case clients
  /// A request of an unknown class.
  case other(String)

  /// Appends the request as a line.
  package func append(to bytes: inout [UInt8]) {
    let object =
      switch self {
      case .client(let introduction): introduction.object
      case .clients: JSONObject(class: "clients")
      case .other(let name): JSONObject(class: name)
      }
    bytes += object.closed
    bytes.append(0x0A)
  }

  /// Reads a line; `nil` if it is not an object with a class.
  package init?(line: some Collection<UInt8>) {
    guard let value = JSONValue(line: line), let name = value["class"]?.string else { return nil }
    switch name {
    case "client": self = .client(ClientIntroduction(json: value))
    case "clients": self = .clients
    default: self = .other(name)
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
  /// Whether it also receives satellites.
  package var satellites: Bool
  /// Whether it also receives headings.
  package var headings: Bool
  /// Whether it is in the background now; `nil` if it does not report that.
  package var background: Bool?

  package init(
    name: String?, identifier: String? = nil, watch: Bool = true, satellites: Bool = false,
    headings: Bool = false, background: Bool? = nil
  ) {
    self.name = name
    self.identifier = identifier
    self.watch = watch
    self.satellites = satellites
    self.headings = headings
    self.background = background
  }

  var object: JSONObject {
    var object = JSONObject(class: "client")
    object.set("name", name.map { $0.shortened(toBytes: Self.longestName) })
    object.set("identifier", identifier.map { $0.shortened(toBytes: Self.longestName) })
    object.set("watch", watch)
    object.set("satellites", satellites)
    object.set("headings", headings)
    object.set("background", background)
    return object
  }

  /// Reads an introduction; a flag that is absent or of another type is false, and a name that is too long is truncated.
  init(json value: JSONValue) {
    func text(_ name: String) -> String? {
      value[name]?.string.flatMap {
        $0.isEmpty ? nil : $0.shortened(toBytes: Self.longestName)
      }
    }
    self.init(
      name: text("name"), identifier: text("identifier"),
      watch: value["watch"]?.bool ?? false, satellites: value["satellites"]?.bool ?? false,
      headings: value["headings"]?.bool ?? false, background: value["background"]?.bool)
  }

  /// The most bytes of a name or an identifier.
  private static let longestName = 200
}
