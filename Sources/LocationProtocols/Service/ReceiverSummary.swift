// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationJSON

/// How one of several receivers is doing, in a few words and figures; unknown values are `nil`.
package struct ReceiverSummary: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable {
    case active
    case standby
    case unused
  }

  /// The path or the address.
  package var device: String
  /// The model, for people; the text may come from the device.
  package var model: String?
  package var role: Role
  /// The name of its state; see docs/cli.md.
  package var state: String
  /// Why it has no position, and what to try, for people; parts of the text may come from the device.
  package var explanation: String?
  /// Satellites that its last fix is made of.
  package var used: Int?
  /// Satellites in view.
  package var heard: Int?
  /// The horizontal accuracy of its last fix, meters, 68 %.
  package var accuracy: Double?
  /// Seconds since its last fix; `nil` while it has none.
  package var age: Double?
  /// How far its last fix is from that of the active one, meters; `nil` for the active one.
  package var distance: Double?
  package var warnings: FixWarnings = []
  /// How often another receiver had to take its place.
  package var timesLeft = 0
  /// The receiver that serves in its place, although this one is preferred; `nil` for all others.
  package var replacement: String?

  package init(device: String, model: String? = nil, role: Role, state: String) {
    (self.device, self.model, self.role, self.state) = (device, model, role, state)
  }

  package func set(in object: inout JSONObject) {
    object.set("device", device)
    object.set("name", model ?? device)
    object.set("model", model)
    object.set("role", role.rawValue)
    object.set("state", state)
    object.set("explanation", explanation?.shortened(toBytes: Self.longestText))
    object.set("used", used)
    object.set("heard", heard)
    object.set("accuracy", accuracy, decimals: 1)
    object.set("age", age, decimals: 1)
    object.set("distance", distance, decimals: 1)
    let names = warnings.list.map { "\"\($0.name)\"" }
    object.set("warnings", json: Array("[\(names.joined(separator: ","))]".utf8))
    object.set("left", timesLeft)
    object.set("replacedBy", replacement)
  }

  /// Reads a summary; `nil` without a device, a role and a state.
  init?(json value: JSONValue) {
    guard let device = value["device"]?.string, let state = value["state"]?.string,
      let role = value["role"]?.string.flatMap(Role.init)
    else { return nil }
    self.init(device: device, model: value["model"]?.string, role: role, state: state)
    explanation = value["explanation"]?.string?.shortened(toBytes: Self.longestText)
    used = value.count("used")
    heard = value.count("heard")
    accuracy = value.magnitude("accuracy")
    age = value.magnitude("age")
    distance = value.magnitude("distance")
    warnings = FixWarnings(value["warnings"])
    timesLeft = value.count("left") ?? 0
    replacement = value["replacedBy"]?.string
  }

  /// The most bytes of a text for people.
  private static let longestText = 300
}
