// Core Location for Linux. SPDX-License-Identifier: MIT

extension PositionStore {
  /// Returns the destination of this name, and adds it if it is new: it then receives only reports that are stored from
  /// now on.
  package func addDestination(named name: String) throws(StoreError) -> DestinationID {
    if let id = try destination(named: name) { return id }
    return try connection.transaction { () throws(StoreError) in
      try connection.run(
        """
        INSERT INTO destination (name, acknowledged) VALUES (?, \(Self.lastID))
        ON CONFLICT DO NOTHING
        """, [name])
      try deleteAcknowledged()
      guard let id = try destination(named: name) else {
        throw StoreError("write to", path, .damaged("destination"))
      }
      return id
    }
  }

  /// Removes a destination and the reports kept for it; does nothing if there is none.
  package func forget(destination name: String) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run("DELETE FROM destination WHERE name = ?", [name])
      try deleteAcknowledged()
    }
  }

  /// Returns the number of reports that a destination has not acknowledged; 0 if it was forgotten.
  package func backlog(of destination: DestinationID) throws(StoreError) -> Int {
    try count(
      """
      SELECT count(*) FROM report
      WHERE id > (SELECT acknowledged FROM destination WHERE id = ?)
      """, destination)
  }

  /// Returns whether a destination has ever acknowledged a report.
  package func hasWorked(_ destination: DestinationID) throws(StoreError) -> Bool {
    try count("SELECT has_worked FROM destination WHERE id = ?", destination) > 0
  }

  /// Returns the number of reports dropped before a destination could acknowledge them, since it was added.
  package func dropped(for destination: DestinationID) throws(StoreError) -> Int {
    try count("SELECT dropped FROM destination WHERE id = ?", destination)
  }

  /// All known destinations, in the order in which they were added.
  package var destinations: [StoredDestination] {
    get throws(StoreError) {
      try connection.rows(
        """
        SELECT id, name, (SELECT count(*) FROM report WHERE report.id > acknowledged), dropped,
          (SELECT time FROM report WHERE report.id > acknowledged ORDER BY report.id LIMIT 1),
          \(isFirstVersion ? "NULL" : "delivered")
        FROM destination ORDER BY id
        """
      ) { row in
        guard let id = row.integer(0), let name = row.text(1) else { return nil }
        return StoredDestination(
          id: DestinationID(number: id), name: name, backlog: Int(row.integer(2) ?? 0),
          dropped: Int(row.integer(3) ?? 0), oldest: row.integer(4), delivered: row.integer(5))
      }
    }
  }

  private func destination(named name: String) throws(StoreError) -> DestinationID? {
    try connection.number("SELECT id FROM destination WHERE name = ?", [name])
      .map { DestinationID(number: $0) }
  }

  private func count(_ query: String, _ destination: DestinationID) throws(StoreError) -> Int {
    Int(try connection.number(query, [destination.number]) ?? 0)
  }
}

package struct QueuedReport: Hashable, Sendable {
  /// The number of the report: later ones are larger, and none is ever reused.
  package let id: Int64
  package let report: PositionReport

  package init(id: Int64, report: PositionReport) {
    (self.id, self.report) = (id, report)
  }

  static let columns = "id, device, occasion, region, \(FixRow.columns)"

  /// Reads a row of the ``columns``; `nil` if this program cannot have written it.
  init?(_ row: SQLiteStatement) {
    guard let id = row.integer(0), let device = row.text(1), let name = row.text(2),
      let occasion = PositionReport.Occasion(storedName: name, region: row.text(3)),
      let fix = FixRow.fix(in: row, from: 4)
    else { return nil }
    self.init(id: id, report: PositionReport(device: device, fix: fix, occasion: occasion))
  }
}

package struct DestinationID: Hashable, Sendable {
  let number: Int64
}

/// A destination in a store, and how far it is behind.
package struct StoredDestination: Hashable, Sendable {
  package let id: DestinationID
  package let name: String
  /// The number of reports that it has not acknowledged.
  package let backlog: Int
  /// The number of reports dropped before it could acknowledge them, since it was added.
  package let dropped: Int
  /// The time of the oldest position that it has not acknowledged, microseconds since 1970; `nil` if there is none.
  package let oldest: Int64?
  /// When it last acknowledged a position, nanoseconds since 1970 by the machine's clock; `nil` if it never has, or if an
  /// earlier version recorded that.
  package let delivered: Int64?
}
