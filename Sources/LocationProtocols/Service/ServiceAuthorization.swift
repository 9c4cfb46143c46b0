// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// The service's decision on what this client may receive.
package struct ServiceAuthorization: Hashable, Sendable {
  package enum Status: String, Sendable {
    case authorized, denied
  }

  package enum Accuracy: String, Sendable {
    case full
    /// Positions are on a grid, to which the service reduces them before it sends them.
    case reduced
  }

  package var status: Status
  package var accuracy: Accuracy
  /// The reason, and the command that would change it; for people.
  package var text: String?

  package init(_ status: Status, accuracy: Accuracy = .full, text: String? = nil) {
    self.status = status
    self.accuracy = accuracy
    self.text = text
  }

  func set(in object: inout JSONObject) {
    object.set("class", "authorization")
    object.set("status", status.rawValue)
    object.set("accuracy", accuracy.rawValue)
    object.set("text", text)
  }

  init?(json value: JSONValue) {
    guard let status = value["status"]?.string else { return nil }
    self.init(
      Status(rawValue: status) ?? .denied,
      accuracy: value["accuracy"]?.string == Accuracy.full.rawValue ? .full : .reduced,
      text: value["text"]?.string)
  }
}
