// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// What this client may be sent, as the service has decided.
package struct ServiceAuthorization: Hashable, Sendable {
  package enum Status: String, Sendable {
    case authorized, denied
  }

  package enum Accuracy: String, Sendable {
    case full
    /// Positions are on a grid: the service has reduced them before they were sent.
    case reduced
  }

  package var status: Status
  package var accuracy: Accuracy
  /// Why, and the command that would change it; for people.
  package var text: String?

  package init(_ status: Status, accuracy: Accuracy = .full, text: String? = nil) {
    self.status = status
    self.accuracy = accuracy
    self.text = text
  }

  var object: JSONObject {
    var object = JSONObject(class: "authorization")
    object.set("status", status.rawValue)
    object.set("accuracy", accuracy.rawValue)
    object.set("text", text)
    return object
  }

  /// A status that is not known here is not an authorization.
  init?(json value: JSONValue) {
    guard let status = value["status"]?.string else { return nil }
    self.init(
      Status(rawValue: status) ?? .denied,
      accuracy: value["accuracy"]?.string == Accuracy.full.rawValue ? .full : .reduced,
      text: value["text"]?.string)
  }
}
