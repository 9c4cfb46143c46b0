// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// What a client sends to the service.
package enum ServiceRequest: Hashable, Sendable {
  /// Who it is and what it wants; it may be sent again to change that.
  case client(ClientIntroduction)
  /// Who else listens?
  case clients
  /// Of a class that is not known here.
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

  /// Reads a line; `nil` for what is no object with a class.
  package init?(line: some Collection<UInt8>) {
    guard let value = JSONValue(line: line), let name = value["class"]?.string else { return nil }
    switch name {
    case "client": self = .client(ClientIntroduction(json: value))
    case "clients": self = .clients
    default: self = .other(name)
    }
  }
}

/// What a program says about itself, and what it wants to be sent.
///
/// The service knows the user by the kernel; everything here is what the program says.
package struct ClientIntroduction: Hashable, Sendable {
  /// What it is called, for people; `nil` if it does not say.
  package var name: String?
  /// The application's identifier, as its decisions are stored by.
  package var identifier: String?
  /// Whether it is sent positions, states and authorizations unasked.
  package var watch: Bool
  /// Whether it is sent satellites besides.
  package var satellites: Bool
  /// Whether it is sent headings besides.
  package var headings: Bool
  /// Whether it is in the background now; `nil` if it does not say.
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

  /// What is absent, or not of its type, is false; a name that is too long is cut off.
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

  /// Bytes of a name or an identifier.
  private static let longestName = 200
}
