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

  /// Deletes the fixes of the track from before the given time.
  mutating func trimTrack(before time: Int64) throws(StoreError) {
    while rows > 0 {
      let row = try connection.statement(
        "SELECT max(time) FROM (SELECT time FROM track WHERE time < ? ORDER BY time LIMIT 512)")
      try row.bind(time, at: 1)
      let last = try row.step() ? row.integer(0) : nil
      row.reset()
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
    let count = try connection.statement(
      """
      UPDATE destination SET acknowledged = max(acknowledged, ?1), dropped = dropped
        + (SELECT count(*) FROM report WHERE report.id > acknowledged AND report.id <= ?1)
      """)
    try count.bind(last, at: 1)
    try count.run()
    let row = try connection.statement("DELETE FROM report WHERE id <= ?")
    try row.bind(last, at: 1)
    try row.run()
    rows -= connection.changes
  }

  private mutating func deleteTrack(through last: Int64) throws(StoreError) {
    let minutes = try minutes(through: last)
    let row = try connection.statement("DELETE FROM track WHERE time <= ?")
    try row.bind(last, at: 1)
    try row.run()
    rows -= connection.changes
    let first = try connection.number("SELECT min(time) FROM track").map(TrackMinute.of)
    for minute in minutes where minute != first {
      let row = try connection.statement("DELETE FROM track_minute WHERE minute = ?")
      try row.bind(minute, at: 1)
      try row.run()
    }
  }

  /// Returns the minutes of the fixes up to the given time.
  private func minutes(through last: Int64) throws(StoreError) -> [Int64] {
    let row = try connection.statement(
      "SELECT DISTINCT time / \(TrackMinute.length) FROM track WHERE time <= ?")
    defer { row.reset() }
    try row.bind(last, at: 1)
    var minutes: [Int64] = []
    while try row.step() { if let minute = row.integer(0) { minutes.append(minute) } }
    return minutes
  }
}
