// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LocationFormats
import LocationPublishing
import TestSupport
import Testing

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
