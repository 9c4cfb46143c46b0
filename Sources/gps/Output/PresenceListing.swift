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

  /// Returns the listing as a JSON object.
  func json() throws -> [UInt8] {
    try JSONLine.encode(
      Members(
        application: entry.application, pid: entry.process,
        since: Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(entry.since),
        background: entry.isInBackground, indicator: entry.showsIndicator, kinds: entry.kinds))
  }

  private struct Members: Encodable {
    let application: String
    let pid: Int32
    let since: String
    let background: Bool
    let indicator: Bool
    let kinds: [String]
  }
}
