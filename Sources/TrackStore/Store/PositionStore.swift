// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LinuxSystem

/// Reports that wait for their destinations, and the track, in one SQLite file.
///
/// What a call has stored when it returns survives a power failure. A store is a connection to the file, for one thread;
/// each thread of a process has its own. While a process has a file open for writing, no other process may open it so.
/// After an error, everything is as it was before the call, and the call can be repeated.
package final class PositionStore {
  package let path: String
  let connection: SQLiteConnection
  /// The limits, which take effect when reports are next appended.
  package var limits: StoreLimits
  /// The claim on the file; `nil` for a store that only reads.
  private let lock: StoreLock?
  private var trackAge: Duration?
  /// The time of the newest fix of the last append that had one, microseconds since 1970.
  private var last: Int64?

  /// Held while a store is opened: SQLite does not wait for other connections while it creates the log of a new file.
  private static let opening = Mutex(())

  /// Opens a store, and creates it if there is none.
  ///
  /// - Parameter progress: called with the part that is done, 0 to 1, while a track of an earlier format is sketched, which takes
  ///   five seconds for ten million fixes.
  /// - Throws: ``StoreError`` if the file is damaged, not a store, another user's, or in use by another process. Nothing is
  ///   changed then.
  package init(
    path: String, limits: StoreLimits = StoreLimits(),
    progress: @Sendable (Double) -> Void = { _ in }
  ) throws(StoreError) {
    (self.path, self.limits) = (path, limits)
    (lock, connection) = try Self.opening.withLock { _ throws(StoreError) in
      let files = try StoreFiles(path)
      // Until the content is known to be a store's, it is only read.
      let reader = files.isEmpty ? nil : try StoreSchema.openForReading(files)
      let lock = try StoreLock(files)
      if lock.isFirst, let reader { try StoreSchema.examine(reader) }
      return (lock, try StoreSchema.open(files, progress))
    }
  }

  /// Opens a store for reading only; another process may write to it meanwhile.
  package init(reading path: String) throws(StoreError) {
    self.path = path
    limits = StoreLimits()
    lock = nil
    let files = try StoreFiles(path)
    guard files.size != nil else { throw StoreError("open", path, .missing) }
    connection = try StoreSchema.openForReading(files)
  }

  /// Whether the file is in the first format, which only a store that reads can find.
  var isFirstVersion: Bool {
    get throws(StoreError) { try connection.number("PRAGMA user_version") == 1 }
  }

  /// Sets how long fixes stay in the track, counted from the newest; `nil`, the initial value, keeps them forever.
  ///
  /// Takes effect when fixes are next appended.
  package func keepTrack(for age: Duration?) { trackAge = age }

  /// Stores reports for all destinations, and fixes of the track, in one transaction.
  ///
  /// A fix of the track is skipped if there is already one for its microsecond, if it has no date, or if it is from before
  /// 1970. Limits are applied in steps: after a large reduction, over several calls.
  ///
  /// - Returns: the number of fixes that were added to the track.
  /// - Throws: ``StoreError``; `undated` for a report whose fix has no date.
  @discardableResult
  package func append(
    _ reports: [PositionReport], track fixes: [Fix] = []
  ) throws(StoreError) -> Int {
    let newest = (reports.map(\.fix) + fixes).compactMap { FixRow.microseconds(of: $0.time) }
      .max()
    let count = try connection.transaction { () throws(StoreError) in
      try insert(reports)
      let count = try insert(track: fixes)
      var trimmer = StoreTrimmer(connection)
      // Ages are counted from the earlier of the newest fixes of two appends: a wrong date that a receiver sends once must
      // not empty the store, and none that was stored long ago make all later fixes too old.
      if let newest, let last {
        let now = min(newest, last)
        if let age = limits.age { try trimmer.dropReports(before: now - age.microseconds) }
        if let age = trackAge { try trimmer.trimTrack(before: now - age.microseconds) }
      }
      if let bytes = limits.bytes { try trimmer.shrink(to: max(bytes, StoreLimits.leastBytes)) }
      return count
    }
    last = newest ?? last
    return count
  }

  /// Returns the oldest reports that a destination has not acknowledged, in the order in which they were appended.
  package func reports(
    for destination: DestinationID, limit: Int
  ) throws(StoreError) -> [QueuedReport] {
    try connection.rows(
      """
      SELECT \(QueuedReport.columns) FROM report
      WHERE id > (SELECT acknowledged FROM destination WHERE id = ?) ORDER BY id LIMIT ?
      """, [destination.number, Int64(limit)]
    ) { row throws(StoreError) in
      guard let report = QueuedReport(row) else {
        throw StoreError("read", path, .damaged("report \(row.number(0))"))
      }
      return report
    }
  }

  /// Records that a destination has received everything up to this number, and deletes what all destinations have
  /// received.
  package func acknowledge(for destination: DestinationID, upTo id: Int64) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      // The number never decreases, and never exceeds that of the last report: reports to come cannot be acknowledged yet.
      try connection.run(
        """
        UPDATE destination SET has_worked = 1, delivered = ?,
          acknowledged = max(acknowledged, min(?, \(Self.lastID)))
        WHERE id = ?
        """, [nanosecondsSince1970(), id, destination.number])
      try deleteAcknowledged()
    }
  }

  private func insert(_ reports: [PositionReport]) throws(StoreError) {
    let row = try connection.statement(
      """
      INSERT INTO report (device, occasion, region, \(FixRow.columns))
      VALUES (?, ?, ?, \(FixRow.placeholders))
      """)
    for report in reports {
      guard let time = FixRow.microseconds(of: report.fix.time) else {
        throw StoreError("write to", path, .undated)
      }
      try row.bind(report.device, at: 1)
      try row.bind(report.occasion.name, at: 2)
      try row.bind(report.occasion.detail, at: 3)
      try FixRow.bind(report.fix, time: time, to: row, from: 4)
      try row.run()
    }
  }

  func deleteAcknowledged() throws(StoreError) {
    try connection.run(
      """
      DELETE FROM report WHERE id <= coalesce((SELECT min(acknowledged) FROM destination), \(Self.lastID))
      """)
  }

  /// An expression for the number of the last report that was ever appended, 0 before the first.
  static let lastID = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'report'), 0)"
}

extension Duration {
  var microseconds: Int64 { nanoseconds / 1000 }
}
