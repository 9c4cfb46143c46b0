// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationJSON

/// The state of the receiver; unknown values are `nil`.
package struct StateReport: Hashable, Sendable {
  /// The meaning of the state for a program that only needs positions.
  package enum Code: String, Hashable, Sendable, Codable {
    /// There is no receiver, or none has been found yet.
    case noReceiver
    /// A receiver is being opened, or what it sends is not understood yet.
    case starting
    /// A receiver sends data but has no position.
    case waitingForFix
    case fix
    /// A person has to intervene before there is a position.
    case trouble
    /// A service does not allow this program the location.
    case denied
    case ended
  }

  /// A process that has opened the port.
  package struct Holder: Hashable, Sendable, Encodable {
    package var pid: Int32
    package var name: String

    package init(pid: Int32, name: String) {
      self.pid = pid
      self.name = name
    }
  }

  /// A receiver that may take over.
  package struct Standby: Hashable, Sendable, Encodable {
    /// The path or the address.
    package var device: String
    /// The name of its state, as of the receiver in use.
    package var state: String

    package init(device: String, state: String) {
      self.device = device
      self.state = state
    }
  }

  /// The name of the state; see docs/cli.md.
  package var state: String
  package var code: Code
  /// The path or the address.
  package var device: String?
  /// The model, for people; the text may come from the device.
  package var model: String?
  /// Bits per second; while the rate is being determined, the one that is tried.
  package var rate: UInt32?
  package var satellitesInView: Int?
  /// The owner and the group that may read the port.
  package var owner: String?
  package var group: String?
  package var holders: [Holder]?
  package var binaryProtocol: String?
  /// The state and what to try, for people; parts of the text may come from the device.
  package var explanation: String?
  /// The time without a fix, seconds.
  package var secondsWaited: Double?
  package var standbys: [Standby] = []
  /// Whether only positions of reduced accuracy arrive; the service reports that in its authorization, not here.
  package var isReduced = false

  package init(state: String, code: Code) {
    self.state = state
    self.code = code
  }

  package func set(in object: inout JSONObject) {
    object.set("class", "state")
    object.set("state", state)
    object.set("code", code.rawValue)
    object.set("device", device)
    object.set("model", model)
    object.set("rate", rate.map(Int.init))
    object.set("satellitesInView", satellitesInView)
    object.set("owner", owner)
    object.set("group", group)
    if let holders {
      object.set("holders", holders.prefix(Self.mostHolders)) { $0.set(in: &$1) }
    }
    object.set("protocol", binaryProtocol)
    object.set("explanation", explanation?.shortened(toBytes: Self.longestText))
    object.set("secondsWaited", secondsWaited, decimals: 1)
    if !standbys.isEmpty {
      object.set("spares", standbys.prefix(Self.mostStandbys)) { $0.set(in: &$1) }
    }
  }

  /// Reads a state; `nil` without a name.
  ///
  /// An unknown code becomes ``Code/starting``, which has no consequences.
  init?(json value: JSONValue) {
    guard let state = value["state"]?.string else { return nil }
    self.init(
      state: state, code: value["code"]?.string.flatMap(Code.init(rawValue:)) ?? .starting)
    device = value["device"]?.string
    model = value["model"]?.string
    rate = value["rate"]?.integer.flatMap(UInt32.init(exactly:))
    satellitesInView = value.count("satellitesInView")
    owner = value["owner"]?.string
    group = value["group"]?.string
    holders = value["holders"]?.array?.compactMap(Holder.init(json:))
    binaryProtocol = value["protocol"]?.string
    explanation = value["explanation"]?.string
    secondsWaited = value.magnitude("secondsWaited")
    standbys = value["spares"]?.array?.compactMap(Standby.init(json:)) ?? []
  }

  private static let mostHolders = 16
  private static let mostStandbys = 16
  /// The most bytes of a text for people.
  private static let longestText = 1000
}

extension StateReport.Holder {
  fileprivate func set(in object: inout JSONObject) {
    object.set("pid", Int(pid))
    object.set("name", name)
  }

  fileprivate init?(json value: JSONValue) {
    guard let pid = value["pid"]?.integer.flatMap(Int32.init(exactly:)) else { return nil }
    self.init(pid: pid, name: value["name"]?.string ?? "")
  }
}

extension StateReport.Standby {
  fileprivate func set(in object: inout JSONObject) {
    object.set("device", device)
    object.set("state", state)
  }

  fileprivate init?(json value: JSONValue) {
    guard let device = value["device"]?.string, let state = value["state"]?.string else {
      return nil
    }
    self.init(device: device, state: state)
  }
}

extension String {
  /// Returns as many of the first characters as fit in a number of bytes.
  package func shortened(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var room = most
    return String(
      prefix { character in
        room -= character.utf8.count
        return room >= 0
      })
  }
}
