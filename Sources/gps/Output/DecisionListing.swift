// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GPSTool
import LocationAuthorization

/// The output of `gps authorize` about an application.
struct DecisionListing: Listing {
  let application: ApplicationIdentifier
  let decision: Decision?
  let records: AuthorizationRecords
  /// Whether `gps wake` starts it when something happens that it monitors.
  var isWoken = false

  static let columns: [TextTable.Column] = [
    .init("APPLICATION", 200), .init("LOCATION", 40), .init("ACCURACY", 8), .init("DECIDED", 20),
    .init("ADMINISTRATOR", 20), .init("WOKEN", 5),
  ]

  var cells: [String] {
    [
      printable(application.description), text, records.accuracy.rawValue,
      decision?.date.map { Date.ISO8601FormatStyle().format($0) } ?? "",
      records.servicesEnabled ? records.rule.map { Self.word($0.status) } ?? "" : "services off",
      isWoken ? "yes" : "",
    ]
  }

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
