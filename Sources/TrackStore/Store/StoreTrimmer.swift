// Core Location for Linux. SPDX-License-Identifier: MIT

/// Deletes what exceeds the limits, a bounded number of rows each time, within the transaction of its caller.
struct StoreTrimmer {
  private let connection: SQLiteConnection
  /// How many rows may still be deleted: a store whose limits were lowered must not block everything for minutes.
  private var rows = 20_000

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Drops the oldest reports, up to the first that is not from before the given time.
  mutating func dropReports(before time: Int64) throws(StoreError) {
    while rows > 0 {
      let row = try connection.statement("SELECT id, time FROM report ORDER BY id LIMIT 64")
      var last: Int64?
      while try row.step(), let id = row.integer(0), let stored = row.integer(1), stored < time {
        last = id
      }
      row.reset()
      guard let last else { return }
      try dropReports(through: last)
    }
  }

  mutating func trimTrack(before time: Int64) throws(StoreError) {
    while rows > 0 {
      let last = try connection.number(
        "SELECT max(time) FROM (SELECT time FROM track WHERE time < ? ORDER BY time LIMIT 512)",
        [time])
      guard let last else { return }
      try deleteTrack(through: last)
    }
  }

  /// Deletes the oldest fixes of the track, and when none is left, drops the oldest reports, until the pages in use take
  /// no more than the given number of bytes.
  mutating func shrink(to bytes: Int) throws(StoreError) {
    let size = try connection.number("PRAGMA page_size") ?? 4096
    let most = Int64(bytes) / size
    while rows > 0, try pagesInUse() > most {
      if let last = try connection.number(
        "SELECT max(time) FROM (SELECT time FROM track ORDER BY time LIMIT 64)")
      {
        try deleteTrack(through: last)
      } else if let last = try connection.number(
        "SELECT max(id) FROM (SELECT id FROM report ORDER BY id LIMIT 32)")
      {
        try dropReports(through: last)
      } else {
        return
      }
    }
  }

  private func pagesInUse() throws(StoreError) -> Int64 {
    let all = try connection.number("PRAGMA page_count") ?? 0
    return all - (try connection.number("PRAGMA freelist_count") ?? 0)
  }

  /// Drops reports, and counts them for each destination that has not received them.
  private mutating func dropReports(through last: Int64) throws(StoreError) {
    try connection.run(
      """
      UPDATE destination SET acknowledged = max(acknowledged, ?1), dropped = dropped
        + (SELECT count(*) FROM report WHERE report.id > acknowledged AND report.id <= ?1)
      """, [last])
    try connection.run("DELETE FROM report WHERE id <= ?", [last])
    rows -= connection.changes
  }

  private mutating func deleteTrack(through last: Int64) throws(StoreError) {
    let minutes = try connection.rows(
      "SELECT DISTINCT time / \(TrackMinute.length) FROM track WHERE time <= ?", [last]
    ) { $0.integer(0) }
    try connection.run("DELETE FROM track WHERE time <= ?", [last])
    rows -= connection.changes
    let first = try connection.number("SELECT min(time) FROM track").map(TrackMinute.of)
    // Nothing of what was deleted stays in a sketch.
    try connection.run(
      "DELETE FROM track_quarter WHERE quarter <= ?", [last / TrackQuarter.length])
    for minute in minutes where minute != first {
      try connection.run("DELETE FROM track_minute WHERE minute = ?", [minute])
    }
  }
}

/// The limits of a position store: how much it may hold, and for how long.
package struct StoreLimits: Hashable, Sendable {
  /// The most bytes of the file that may be in use, at least 256 KiB; `nil` for no limit.
  ///
  /// The oldest fixes of the track are deleted first, then the oldest reports, which are counted as dropped.
  package var bytes: Int?
  /// The most by which a report may be older than the newest fix; `nil` for no limit.
  ///
  /// Older reports are dropped.
  package var age: Duration?

  package init(bytes: Int? = nil, age: Duration? = nil) {
    (self.bytes, self.age) = (bytes, age)
  }

  /// The lowest limit, since an empty store already has a dozen pages.
  static let leastBytes = 1 << 18
}
