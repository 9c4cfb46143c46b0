// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import ServiceProtocol

/// The output about the location service and its listeners.
extension ServiceInquiry {
  /// The number of listeners, as text.
  var audience: String {
    switch count {
    case _ where clients == nil: "it does not say who listens to it"
    case 0: "no other program listens to it"
    case 1: "one program listens to it"
    default: "\(count) programs listen to it"
    }
  }

  /// The service and its receiver, as a sentence of its own.
  var sentence: String {
    let device = (state?.device ?? device).map { " has \(printable($0))" } ?? " answers"
    return "the location service\(device); \(audience)"
  }
}

/// The output of `gps status` about a program that listens to the service.
struct ServiceListing {
  let client: ServiceClient

  static let columns = [
    TextTable.Column(title: "LISTENER", limit: 60), TextTable.Column(title: "PID", limit: 10),
    TextTable.Column(title: "USER", limit: 10), TextTable.Column(title: "SINCE", limit: 24),
    TextTable.Column(title: "BY", limit: 10),
  ]

  /// One cell for each column; empty if unknown.
  var cells: [String] {
    [
      printable(client.name ?? ""), client.pid.map { "\($0)" } ?? "", "\(client.uid)",
      printable(client.since ?? ""), printable(client.protocolName),
    ]
  }

  /// Returns the listing as a JSON object.
  func json() throws -> [UInt8] {
    try JSONLine.encode(
      Members(
        listener: client.name ?? "", pid: client.pid, uid: client.uid,
        protocolName: client.protocolName, since: client.since))
  }

  private struct Members: Encodable {
    let listener: String
    let pid: Int32?
    let uid: UInt32
    let protocolName: String
    let since: String?

    private enum CodingKeys: String, CodingKey {
      case listener, pid, uid
      case protocolName = "protocol"
      case since
    }
  }
}
