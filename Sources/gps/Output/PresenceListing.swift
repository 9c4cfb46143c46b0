// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import LocationAuthorization

/// The output of `gps status` about a process.
struct PresenceListing {
  let entry: PresenceEntry

  static let columns = [
    TextTable.Column(title: "APPLICATION", limit: 200), TextTable.Column(title: "PID", limit: 10),
    TextTable.Column(title: "SINCE", limit: 20), TextTable.Column(title: "IN", limit: 10),
    TextTable.Column(title: "INDICATOR", limit: 9), TextTable.Column(title: "FOR", limit: 60),
  ]

  /// One cell for each column.
  var cells: [String] {
    [
      printable(entry.application), "\(entry.process)",
      Date.ISO8601FormatStyle().format(entry.since),
      entry.isInBackground ? "background" : "use", entry.showsIndicator ? "shown" : "hidden",
      printable(entry.kinds.joined(separator: ", ")),
    ]
  }

  /// The listing as a JSON object.
  var members: JSONMembers {
    [
      "application": entry.application, "pid": entry.process,
      "since": Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(entry.since),
      "background": entry.isInBackground, "indicator": entry.showsIndicator, "kinds": entry.kinds,
    ]
  }
}
