// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationFormats

/// The output about the location service and its listeners.
extension ServiceInquiry {
  /// The number of listeners, as text.
  var audience: String {
    switch count {
    case _ where clients == nil: "you are not authorized to see its listeners"
    case 0: "no other program listens to it"
    case 1: "one program listens to it"
    default: "\(count) programs listen to it"
    }
  }

  /// The service as a JSON object.
  var members: JSONMembers {
    ["service": path, "device": state?.device ?? device, "listeners": clients.map { _ in count }]
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

  /// The listing as a JSON object.
  var members: JSONMembers {
    [
      "listener": client.name ?? "", "pid": client.pid, "uid": client.uid,
      "protocol": client.protocolName, "since": client.since,
    ]
  }
}
