// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
import EarthData
import Glibc
import LinuxSystem
import TestSupport
import Testing
import TrackStore

/// MBTiles, written here with SQLite alone.
@Suite struct TileFileTests {
  private let folder: ScratchFolder
  private let path: String
  private static let tables = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    INSERT INTO tiles VALUES (1, 0, 1, x'89504E470D0A1A0A01'), (1, 1, 0, x'FFD8FFE002');
    """

  init() throws {
    folder = try ScratchFolder()
    // A name that is not one in a URI.
    path = folder.path + "/a map?mode=rw#%41.mbtiles"
  }

  private func make(_ statements: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
  }

  private func picture(_ file: TileFile, _ tile: String) throws -> [UInt8]? {
    try file.picture(try #require(TileNumber(tile)))
  }

  @Test func rowsComeFromTheSouth() throws {
    try make(Self.tables)
    let file = try TileFile(path)
    // Row 1 from the south is the northern one.
    #expect(try picture(file, "1/0/0")?.last == 1)
    #expect(try picture(file, "1/1/1")?.last == 2)
    #expect(try picture(file, "1/0/1") == nil && picture(file, "5/0/0") == nil)
    #expect(file.zooms == 1...1)
  }

  @Test func saysWhoseMapItIsAsPlainText() throws {
    try make(
      Self.tables + """
        INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '14'),
          ('attribution', '<a href="https://x">&copy; A &amp; B</a>'||char(10)||'<script>x</script>'||char(27));
        """)
    let file = try TileFile(path)
    #expect(file.attribution == "© A & B x" && file.zooms == 0...14)
  }

  @Test(
    arguments: [
      ("vector", "INSERT INTO metadata VALUES ('format', 'pbf')", "vector tiles"),
      ("vector without a word", "UPDATE tiles SET tile_data = x'1F8B08'", "vector tiles"),
      ("another format", "INSERT INTO metadata VALUES ('format', 'tiff')", "\"tiff\""),
      ("no tile", "DELETE FROM tiles", "no tiles"),
      ("another database", "DROP TABLE tiles", "not an MBTiles file"),
    ])
  func refuses(_ name: String, _ statements: String, _ reason: String) throws {
    try make(Self.tables + statements)
    let error = #expect(throws: TileFileError.self) { try TileFile(path) }
    #expect(
      error?.exitCode == EX_DATAERR && error?.description.contains(reason) == true,
      "\(error as Any)")
  }

  @Test func refusesWhatIsNoDatabase() throws {
    for bytes in [[], Array("SQLite format 3\0".utf8), Array(repeating: 0x41, count: 5000)] {
      try folder.file("file", bytes)
      #expect(throws: TileFileError.self) { try TileFile(folder.path + "/file") }
    }
    mkfifo(folder.path + "/pipe", 0o600)
    let errors = ["pipe", ".", "nothing"].map { name in
      #expect(throws: TileFileError.self) { try TileFile(folder.path + "/" + name) }?.exitCode
    }
    #expect(errors == [EX_DATAERR, EX_DATAERR, EX_NOINPUT])
  }

  @Test func aViewMayBeInThePlaceOfATable() throws {
    try make(
      Self.tables
        + "ALTER TABLE tiles RENAME TO pictures; CREATE VIEW tiles AS SELECT * FROM pictures")
    #expect(try picture(try TileFile(path), "1/0/0")?.last == 1)
  }

  @Test func aViewWithoutEndEnds() throws {
    try make(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '3');
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000)
        SELECT a.i + b.i AS zoom_level, a.i * 0 AS tile_column, b.i * 0 AS tile_row, x'89504E47' AS tile_data FROM n a, n b;
      """)
    let file = try TileFile(path)
    #expect(throws: TileFileError.self) { try picture(file, "0/0/0") }
  }

  private static let letters = "(SELECT printf('%.*c', 900000, 'a') AS text)"

  /// What a file can contain that takes minutes to read, or as much memory as there is.
  private static let costly = [
    // One instruction compares two texts, which are equal except for their case.
    (
      "comparisons",
      """
      CREATE TABLE long AS SELECT text FROM \(letters); INSERT INTO long SELECT upper(text) FROM long;
      CREATE TABLE many AS SELECT 1 AS i UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6;
      CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_row, x'89504E47' AS tile_data,
        (a.text || c.i || d.i || e.i || f.i || g.i || h.i) COLLATE NOCASE < b.text COLLATE NOCASE AS tile_column
        FROM long a, long b, many c, many d, many e, many f, many g, many h WHERE a.rowid = 1 AND b.rowid = 2
          AND tile_column > 1
      """
    ),
    // One instruction searches a text for another, and nothing interrupts it.
    (
      "a function",
      """
      CREATE TABLE long AS SELECT text FROM \(letters);
      CREATE VIEW tiles AS SELECT instr(text, substr(text, 1, 400000) || 'b') AS zoom_level, 0 AS tile_column,
        0 AS tile_row, x'89504E47' AS tile_data FROM long
      """
    ),
    (
      "an operator that is a function",
      """
      CREATE TABLE long AS SELECT text FROM \(letters);
      CREATE VIEW tiles AS SELECT text LIKE '%a%a%a%a%a%b' AS zoom_level, 0 AS tile_column, 0 AS tile_row,
        x'89504E47' AS tile_data FROM long
      """
    ),
    (
      "a column that is computed",
      """
      CREATE TABLE tiles (text TEXT, tile_column, tile_row, tile_data,
        zoom_level AS (instr(text, substr(text, 1, 400000) || 'b')));
      INSERT INTO tiles SELECT text, 0, 0, x'89504E47' FROM \(letters)
      """
    ),
    (
      "a table that is a program",
      "CREATE VIEW tiles AS SELECT key AS zoom_level, 0 AS tile_column, 0 AS tile_row, value AS tile_data FROM json_each('[0]')"
    ),
  ]

  @Test(arguments: costly)
  func costsLittle(_ name: String, _ statements: String) throws {
    try make(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '3');
      """ + statements)
    let start = monotonicNow()
    #expect(throws: TileFileError.self) {
      let file = try TileFile(path, patience: .milliseconds(300))
      _ = try picture(file, "0/0/0")
    }
    // A tenth of a second on a machine that has nothing else to do.
    #expect(monotonicNow() - start < .seconds(5))
  }

  /// The values of a view can take more memory than its file.
  @Test func longMetadataIsLeftOut() throws {
    try make(
      """
      \(Self.tables) DROP TABLE metadata; CREATE TABLE long AS SELECT text FROM \(Self.letters);
      CREATE VIEW metadata AS SELECT 'attribution' AS name, text AS value FROM long, tiles a, tiles b, tiles c, tiles d
        UNION ALL SELECT 'maxzoom', 7 UNION ALL SELECT 'minzoom', 3;
      """)
    let file = try TileFile(path)
    #expect(file.attribution == nil && file.zooms == 3...7)
  }

  @Test func canBeStoppedFromAnyThread() throws {
    let (name, statements) = Self.costly[0]
    try make(
      "CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '3');"
        + statements)
    let stop = TileStop()
    let file = try TileFile(path, stop: stop, patience: .seconds(600))
    var clock = clockid_t()
    try #require(pthread_getcpuclockid(pthread_self(), &clock) == 0)
    let begun = Self.time(on: clock)
    POSIXThread.detach { [clock] in
      // It reads: what it has computed since then is the query.
      _ = eventually { Self.time(on: clock) - begun > .milliseconds(100) }
      stop.stop()
    }
    let start = monotonicNow()
    #expect(throws: TileFileError.self, "\(name)") { try picture(file, "0/0/0") }
    #expect(monotonicNow() - start < .seconds(60))
  }

  private static func time(on clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Otherwise, each of a map's tiles would take its time.
  @Test func isGivenUpAfterSomeTilesThatCannotBeRead() throws {
    try make(
      "CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES ('format', 'png'), ('minzoom', '0'), ('maxzoom', '3');"
        + Self.costly[0].1)
    let file = try TileFile(path, patience: .milliseconds(100))
    let errors = (0..<20).map { _ in
      #expect(throws: TileFileError.self) { try picture(file, "0/0/0") }?.description ?? ""
    }
    #expect(errors[2].contains("no end") && errors[3].contains("cannot be read"), "\(errors)")
  }

  @Test func whatIsNoPictureIsNotServed() throws {
    try make(
      Self.tables
        + "INSERT INTO metadata VALUES ('format', 'png');"
        + "UPDATE tiles SET tile_data = CAST('<script>' AS BLOB) WHERE zoom_level = 1 AND tile_column = 0"
    )
    #expect(try picture(try TileFile(path), "1/0/0") == nil)
  }

  /// As on a medium that cannot be written: neither a lock nor a log appears.
  @Test func leavesNothingBehind() throws {
    try make("PRAGMA journal_mode = wal;" + Self.tables)
    let before = Set(folder.names())
    chmod(path, 0o400)
    _ = try picture(try TileFile(path), "1/0/0")
    #expect(Set(folder.names()) == before)
  }
}
