// Core Location for Linux. SPDX-License-Identifier: MIT

/// The sketches of the track: one for each quarter of an hour that is over, in the table `track_quarter`.
///
/// The quarter of the newest fix has none; it is sketched when somebody asks.
extension PositionStore {
  /// Whether the file is in a format without sketches, which only a store that reads can find.
  package var lacksSketches: Bool {
    get throws(StoreError) { (try connection.number("PRAGMA user_version") ?? 0) < 3 }
  }

  /// The number of the fixes between two times, nanoseconds since 1970; counting ends at a limit.
  package func count(from start: Int64, until end: Int64, atMost limit: Int) throws(StoreError)
    -> Int
  {
    Int(
      try connection.number(
        "SELECT count(*) FROM (SELECT 1 FROM track WHERE time >= ? AND time < ? LIMIT ?)",
        [start / 1000, end / 1000, Int64(limit)]) ?? 0)
  }

  /// Passes on where the track was in the quarters of an hour between two times, both of which are rounded to quarters.
  ///
  /// - Parameters:
  ///   - start: nanoseconds since 1970.
  ///   - end: nanoseconds since 1970.
  ///   - body: called with each place in the order of time.
  /// - Returns: the greatest speed that was reported, meters per second; `nil` if none was.
  package func sketch(
    from start: Int64, until end: Int64, _ body: (SketchedPlace) -> Void
  ) throws(StoreError) -> Double? {
    let first = TrackQuarter.of(max(0, start / 1000))
    let last = TrackQuarter.of(max(0, end / 1000 - 1))
    var topSpeed: Double?
    let row = try connection.statement(
      """
      SELECT quarter, top_speed, places FROM track_quarter WHERE quarter BETWEEN ? AND ? ORDER BY quarter
      """, [first, last])
    defer { row.reset() }
    var latest = Int64.min
    while try row.step() {
      let quarter = row.number(0)
      // In a damaged file, the same rows may come again and again.
      guard quarter > latest, row.withBlob(2, { TrackSketch.read($0, in: quarter, body) }) else {
        throw StoreError("read", path, .damaged("sketch \(quarter) of the track"))
      }
      latest = quarter
      if let speed = row.real(1) { topSpeed = max(topSpeed ?? 0, speed) }
    }
    // The newest quarter has no row yet.
    guard let newest = try newestQuarter, (first...last).contains(newest), newest > latest else {
      return topSpeed
    }
    let sketch = try sketched(newest)
    for place in sketch.places { body(place) }
    return sketch.topSpeed.map { max(topSpeed ?? 0, $0) } ?? topSpeed
  }

  /// Keeps the sketches of the quarters to which fixes were added, within the transaction of the caller.
  ///
  /// - Parameter newest: the newest quarter before that.
  func keepSketches(of quarters: Set<Int64>, newestBefore newest: Int64?) throws(StoreError) {
    guard let now = try newestQuarter else { return }
    for quarter in quarters.union([newest].compactMap(\.self)).sorted() where quarter < now {
      try Self.keep(try sketched(quarter), of: quarter, in: connection)
    }
  }

  private static func keep(
    _ sketch: TrackSketch, of quarter: Int64, in connection: SQLiteConnection
  ) throws(StoreError) {
    let row = try connection.statement(
      "INSERT OR REPLACE INTO track_quarter (quarter, top_speed, places) VALUES (?, ?, ?)")
    try row.bind(quarter, at: 1)
    try row.bind(sketch.topSpeed, at: 2)
    try row.bind(sketch.bytes(in: quarter), at: 3)
    try row.run()
  }

  /// The quarter of the newest fix; `nil` for an empty track.
  var newestQuarter: Int64? {
    get throws(StoreError) {
      try connection.number("SELECT max(time) FROM track").map(TrackQuarter.of)
    }
  }

  private func sketched(_ quarter: Int64) throws(StoreError) -> TrackSketch {
    var sketch = TrackSketch()
    let row = try connection.statement(
      "SELECT \(FixRow.columns) FROM track WHERE time >= ? AND time < ? ORDER BY time",
      [quarter * TrackQuarter.length, (quarter + 1) * TrackQuarter.length])
    defer { row.reset() }
    while try row.step() {
      guard let fix = FixRow.fix(in: row, from: 0) else {
        throw StoreError("read", path, .damaged("fix \(row.number(0)) of the track"))
      }
      sketch.received(fix)
    }
    return sketch
  }

  /// Sketches a track that was stored before there were sketches, within the transaction of the caller.
  ///
  /// - Parameter progress: called with the part that is done, 0 to 1.
  static func sketchTrack(
    _ connection: SQLiteConnection, _ progress: (Double) -> Void
  ) throws(StoreError) {
    guard let first = try connection.number("SELECT min(time) FROM track WHERE time >= 0"),
      let last = try connection.number("SELECT max(time) FROM track"), last >= first
    else { return }
    let newest = TrackQuarter.of(last)
    var (quarter, sketch) = (TrackQuarter.of(first), TrackSketch())
    func keep() throws(StoreError) {
      guard !sketch.places.isEmpty, quarter < newest else { return }
      try Self.keep(sketch, of: quarter, in: connection)
    }
    let row = try connection.statement(
      "SELECT \(FixRow.columns) FROM track WHERE time >= 0 ORDER BY time")
    defer { row.reset() }
    while try row.step() {
      // What is damaged is reported by whoever reads it.
      guard let fix = FixRow.fix(in: row, from: 0) else { continue }
      let own = TrackQuarter.of(row.number(0))
      if own != quarter {
        try keep()
        (quarter, sketch) = (own, TrackSketch())
        progress(Double(row.number(0) - first) / Double(max(1, last - first)))
      }
      sketch.received(fix)
    }
    try keep()
  }
}

/// A quarter of an hour of the track.
enum TrackQuarter {
  /// Microseconds.
  static let length = Int64(TrackSketch.length) * 1_000_000

  /// Returns the quarter of a time in microseconds since 1970, which is not negative.
  static func of(_ time: Int64) -> Int64 { time / length }
}
