// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import LocationAuthorization

/// The output of `gps authorize` about an application.
struct DecisionListing {
  let application: ApplicationIdentifier
  let decision: Decision?
  let records: AuthorizationRecords
  /// Whether `gps wake` starts it when something happens that it monitors.
  var isWoken = false

  // MARK: For people

  static let columns = [
    TextTable.Column(title: "APPLICATION", limit: 200),
    TextTable.Column(title: "LOCATION", limit: 40), TextTable.Column(title: "ACCURACY", limit: 8),
    TextTable.Column(title: "DECIDED", limit: 20),
    TextTable.Column(title: "ADMINISTRATOR", limit: 20),
    TextTable.Column(title: "WOKEN", limit: 5),
  ]

  /// One cell for each column; empty if unknown.
  var cells: [String] {
    [
      printable(application.description), text, records.accuracy.rawValue,
      decision?.date.map { Date.ISO8601FormatStyle().format($0) } ?? "",
      records.servicesEnabled ? records.rule.map { Self.word($0.status) } ?? "" : "services off",
      isWoken ? "yes" : "",
    ]
  }

  /// The result as a sentence of its own.
  var sentence: String {
    "\(printable(application.description)): \(text), \(records.accuracy.rawValue) accuracy"
  }

  private var text: String {
    let status = records.status
    if status == .authorizedAlways, decision?.isProvisional == true {
      return "always, to be confirmed"
    }
    if status == .notDetermined, decision?.answer == .once { return "once" }
    return Self.word(status)
  }

  private static func word(_ status: AuthorizationStatus) -> String {
    switch status {
    case .notDetermined: "ask"
    case .restricted: "restricted"
    case .denied: "denied"
    case .authorizedAlways: "always"
    case .authorizedWhenInUse: "while using"
    }
  }

  // MARK: For programs

  /// The listing as a JSON object.
  var members: JSONMembers {
    [
      "application": application.description, "status": records.status.rawValue,
      "accuracy": records.accuracy.rawValue, "decision": decision?.answer.rawValue,
      "provisional": decision?.isProvisional == true ? true : nil,
      "alwaysAsked": decision?.wasAskedForAlways == true ? true : nil,
      "decided": decision?.date.map {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format($0)
      },
      "policy": records.rule?.status.rawValue,
      "servicesEnabled": records.servicesEnabled ? nil : false,
      "woken": isWoken ? true : nil,
    ]
  }
}
