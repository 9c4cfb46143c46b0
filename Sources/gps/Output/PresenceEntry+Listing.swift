// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import GPSTool
import LocationAuthorization

/// The output of `gps status` about a process.
extension PresenceEntry: Listing {
  static let columns: [TextTable.Column] = [
    .init("APPLICATION", 200), .init("PID", 10), .init("SINCE", 20), .init("IN", 10),
    .init("INDICATOR", 9), .init("FOR", 60),
  ]

  var cells: [String] {
    [
      printable(application), "\(process)",
      Date.ISO8601FormatStyle().format(since),
      isInBackground ? "background" : "use", showsIndicator ? "shown" : "hidden",
      printable(kinds.joined(separator: ", ")),
    ]
  }

  var members: JSONMembers {
    [
      "application": application, "pid": process,
      "since": Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(since),
      "background": isInBackground, "indicator": showsIndicator, "kinds": kinds,
    ]
  }
}
