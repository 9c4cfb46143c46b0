// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

package enum ServiceMessage: Hashable, Sendable {
  /// Sent as soon as a client has connected: the versions of the protocol and of the program, and the receiver's name
  /// if that is known.
  case service(protocolVersion: Int, version: String, device: String?)
  /// What the receiver has reported, and its name, which is sent with fixes.
  case report(ReceiverReport, device: String? = nil)
  /// The last position that was known before the client connected, and its age in seconds.
  case lastFix(Fix, device: String?, age: Double)
  case state(StateReport)
  /// How each of the receivers is doing, in order of preference; none for a client that may no longer know.
  case receivers([ReceiverSummary])
  /// What a person should know of the choice among them.
  case notice(ReceiverNotice)
  case authorization(ServiceAuthorization)
  case clients([ServiceClient], count: Int)
  /// What the service does besides reporting positions; sent before the list of clients.
  case exchange(ExchangeReport)
  /// A request was refused; the connection stays open.
  case error(String)
  case other(String)

  /// Appends the message as a line; nothing for a report that the protocol does not contain.
  package func append(to bytes: inout [UInt8]) {
    if case .report(let report, _) = self, report.name == nil { return }
    bytes.append(object: set)
    bytes.append(0x0A)
  }

  private func set(in object: inout JSONObject) {
    switch self {
    case .service(let protocolVersion, let version, let device):
      object.set("class", "service")
      object.set("protocol", protocolVersion)
      object.set("version", version)
      object.set("device", device)
    case .report(let report, let device):
      report.set(in: &object)
      object.set("device", device)
    case .lastFix(let fix, let device, let age):
      ReceiverReport.fix(fix).set(in: &object)
      object.set("device", device)
      object.set("age", age, decimals: 3)
    case .state(let report): report.set(in: &object)
    case .receivers(let summaries):
      object.set("class", "receivers")
      object.set("receivers", summaries, upTo: ServiceLine.longest) { $0.set(in: &$1) }
    case .notice(let notice): notice.set(in: &object)
    case .authorization(let authorization): authorization.set(in: &object)
    case .clients(let clients, let count):
      object.set("class", "clients")
      object.set("count", count)
      object.set("clients", clients, upTo: ServiceLine.longest) { $0.set(in: &$1) }
    case .exchange(let report): report.set(in: &object)
    case .error(let message):
      object.set("class", "error")
      object.set("message", message)
    case .other(let name): object.set("class", name)
    }
  }

  /// Reads a line; `nil` if it is not an object with a class, or lacks a required member of its class.
  package init?(line: some Collection<UInt8>) {
    guard let value = JSONValue(line: line), let name = value["class"]?.string else { return nil }
    switch name {
    case "service":
      guard let version = value["protocol"]?.integer else { return nil }
      self = .service(
        protocolVersion: version, version: value["version"]?.string ?? "",
        device: value["device"]?.string)
    case "state":
      guard let report = StateReport(json: value) else { return nil }
      self = .state(report)
    case "receivers":
      self = .receivers((value["receivers"]?.array ?? []).compactMap(ReceiverSummary.init(json:)))
    case "notice":
      guard let notice = ReceiverNotice(json: value) else { return nil }
      self = .notice(notice)
    case "authorization":
      guard let authorization = ServiceAuthorization(json: value) else { return nil }
      self = .authorization(authorization)
    case "clients":
      let clients = (value["clients"]?.array ?? []).compactMap(ServiceClient.init(json:))
      self = .clients(clients, count: value["count"]?.integer ?? clients.count)
    case "exchange": self = .exchange(ExchangeReport(json: value))
    case "error": self = .error(value["message"]?.string ?? "")
    default:
      guard ReceiverReport.names.contains(name) else {
        self = .other(name)
        return
      }
      guard let report = ReceiverReport(json: value, class: name) else { return nil }
      let device = value["device"]?.string
      if case .fix(let fix) = report, let age = value.magnitude("age") {
        self = .lastFix(fix, device: device, age: age)
      } else {
        self = .report(report, device: device)
      }
    }
  }
}

extension JSONValue {
  /// Reads a line of the protocol; `nil` if it is too long, or is not one object.
  init?(line: some Collection<UInt8>) {
    guard line.count <= ServiceLine.longest else { return nil }
    self.init(object: Array(line)[...])
  }
}

/// The protocol between the location service and its clients: one JSON object per line, in both directions.
///
/// Each line ends with LF and has its `class` first; there is no null. Both sides ignore unknown members, and a client
/// ignores messages of an unknown class, so that both can be extended without a new version; the service answers a
/// request that it does not know, or cannot read, with an error.
package enum ServiceLine {
  package static let version = 1

  /// The most bytes in a line, without its end.
  package static let longest = 8192
}

package struct ServiceClient: Hashable, Sendable {
  /// The user, according to the kernel.
  package var uid: UInt32
  /// The process, according to the kernel; `nil` if unknown.
  package var pid: Int32?
  /// The name that it gives itself, else the name of its process.
  package var name: String?
  package var protocolName: String
  /// When it connected, by the machine's clock, as ISO 8601.
  package var since: String?

  package init(uid: UInt32, pid: Int32?, name: String?, protocolName: String, since: String?) {
    self.uid = uid
    self.pid = pid
    self.name = name
    self.protocolName = protocolName
    self.since = since
  }

  func set(in object: inout JSONObject) {
    object.set("uid", Int(uid))
    object.set("pid", pid.map(Int.init))
    object.set("name", name)
    object.set("protocol", protocolName)
    object.set("since", since)
  }

  init?(json value: JSONValue) {
    guard let uid = value["uid"]?.integer.flatMap(UInt32.init(exactly:)) else { return nil }
    self.init(
      uid: uid, pid: value["pid"]?.integer.flatMap(Int32.init(exactly:)),
      name: value["name"]?.string, protocolName: value["protocol"]?.string ?? "",
      since: value["since"]?.string)
  }
}

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
