// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationGeometry

extension PositionStore {
  /// Passes the requested fixes of the track to a closure, in the order of their times.
  ///
  /// - Throws: ``StoreError``, and what the closure throws.
  package func track(_ query: TrackQuery = TrackQuery(), _ body: (Fix) throws -> Void) throws {
    let (start, end) = (query.start ?? 0, query.end ?? .max)
    guard let circle = query.circle else { return try read(start / 1000, end / 1000, query, body) }
    for stretch in try stretches(near: circle) {
      let first = max(start / 1000, stretch.lowerBound * TrackMinute.length)
      let last = min(end / 1000, (stretch.upperBound + 1) * TrackMinute.length - 1)
      guard first <= last else { continue }
      try read(first, last, query) { fix in
        if circle.distance(to: fix) <= circle.radius { try body(fix) }
      }
    }
  }

  package var hasTrack: Bool {
    get throws(StoreError) { try connection.number("SELECT time FROM track LIMIT 1") != nil }
  }

  /// Inserts fixes into the track, within the transaction of the caller, and returns how many were new.
  func insert(track fixes: [Fix]) throws(StoreError) -> Int {
    var count = 0
    let newest = fixes.isEmpty ? nil : try newestQuarter
    var quarters: Set<Int64> = []
    let row = try connection.statement(
      "INSERT OR IGNORE INTO track (\(FixRow.columns)) VALUES (\(FixRow.placeholders))")
    var boxes: [Int64: TrackBox] = [:]
    for fix in fixes {
      guard let time = FixRow.microseconds(of: fix.time), time >= 0 else { continue }
      try FixRow.bind(fix, time: time, to: row, from: 1)
      try row.run()
      guard connection.changes > 0 else { continue }
      count += 1
      boxes[TrackMinute.of(time), default: TrackBox(fix)].include(TrackBox(fix))
      quarters.insert(TrackQuarter.of(time))
    }
    for (minute, box) in boxes { try include(box, in: minute) }
    if count > 0 { try keepSketches(of: quarters, newestBefore: newest) }
    return count
  }

  private func include(_ box: TrackBox, in minute: Int64) throws(StoreError) {
    var box = box
    let known = try connection.statement(
      "SELECT south, north, west, east FROM track_minute WHERE minute = ?", [minute])
    if try known.step(), let south = known.real(0), let north = known.real(1),
      let west = known.real(2), let east = known.real(3)
    {
      let old = TrackBox(south: south, north: north, west: west, east: east)
      box.include(old)
      if box == old { return known.reset() }
    }
    known.reset()
    try connection.run(
      "INSERT OR REPLACE INTO track_minute VALUES (?, ?, ?, ?, ?)",
      [minute, box.south, box.north, box.west, box.east])
  }

  /// Returns the minutes in which the track may have come near a place, consecutive ones joined.
  private func stretches(near circle: Circle) throws(StoreError) -> [ClosedRange<Int64>] {
    var minutes: Set<Int64> = []
    for box in circle.boxes {
      let found = try connection.rows(
        """
        SELECT minute FROM track_minute WHERE south <= ? AND north >= ? AND west <= ? AND east >= ?
        """, [box.north, box.south, box.east, box.west]
      ) { $0.number(0) }
      // The file may contain any number.
      minutes.formUnion(found.filter(TrackMinute.all.contains))
    }
    var stretches: [ClosedRange<Int64>] = []
    for minute in minutes.sorted() {
      if let last = stretches.last, last.upperBound == minute - 1 {
        stretches[stretches.count - 1] = last.lowerBound...minute
      } else {
        stretches.append(minute...minute)
      }
    }
    return stretches
  }

  /// Passes on the fixes between two times in microseconds, both included, that also match the times of the query.
  private func read(
    _ first: Int64, _ last: Int64, _ query: TrackQuery, _ body: (Fix) throws -> Void
  ) throws {
    let row = try connection.statement(
      "SELECT \(FixRow.columns) FROM track WHERE time BETWEEN ? AND ? ORDER BY time", [first, last])
    defer { row.reset() }
    var latest = Int64.min
    while try row.step() {
      let time = row.number(0)
      // In a damaged file, the same rows may come again and again.
      guard time > latest, let fix = FixRow.fix(in: row, from: 0) else {
        throw StoreError("read", path, .damaged("fix \(time) of the track"))
      }
      latest = time
      // Nanoseconds matter only at the ends.
      let isAtEnd = time == first || time == last
      if !isAtEnd || isWithin(query, fix) { try body(fix) }
    }
  }

  private func isWithin(_ query: TrackQuery, _ fix: Fix) -> Bool {
    guard query.start != nil || query.end != nil else { return true }
    guard let time = fix.time?.nanosecondsSince1970 else { return false }
    return time >= query.start ?? .min && time <= query.end ?? .max
  }
}

extension PositionStore {
  /// Returns the fixes of the track before and after a time; one of that very time is both.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since 1970.
  ///   - isUsable: whether a fix counts; of thousands in a row that do not, the others are not found.
  package func neighbors(
    of time: Int64, where isUsable: (Fix) -> Bool
  ) throws(StoreError) -> (before: Fix?, after: Fix?) {
    let time = time / 1000
    return (
      before: try first("time <= ? ORDER BY time DESC", time, isUsable),
      after: try first("time >= ? ORDER BY time", time, isUsable)
    )
  }

  private func first(
    _ condition: String, _ time: Int64, _ isUsable: (Fix) -> Bool
  ) throws(StoreError) -> Fix? {
    let row = try connection.statement(
      "SELECT \(FixRow.columns) FROM track WHERE \(condition) LIMIT 10000", [time])
    defer { row.reset() }
    while try row.step() {
      guard let fix = FixRow.fix(in: row, from: 0) else {
        throw StoreError("read", path, .damaged("fix \(row.number(0)) of the track"))
      }
      if isUsable(fix) { return fix }
    }
    return nil
  }
}
