// Core Location for Linux. SPDX-License-Identifier: MIT

import CTrackStore
package import EarthData
import Glibc
import LinuxSystem

/// A file of map tiles, MBTiles 1.3: pictures in an SQLite database, which may lie on media that cannot be written.
///
/// It is for one thread at a time. It may contain anything: what it names as a table may be a view without end, and what it
/// calls a picture may be something else.
package final class TileFile {
  /// Whose map it is, as plain text; `nil` if the file does not say.
  package let attribution: String?
  package let zooms: ClosedRange<Int>
  private let connection: SQLiteConnection
  private let guardian: SQLiteGuard
  private let patience: Duration
  /// How many tiles in succession could not be read.
  private var failures = 0

  /// So many tiles in succession that cannot be read are the file's last.
  private static let mostFailures = 3
  /// The longest text of the metadata that is read, in bytes.
  private static let longestText = 1 << 16

  /// Opens a file, and reads what it says about itself.
  ///
  /// - Parameters:
  ///   - stop: ends every wait for the file, from any thread.
  ///   - patience: how long reading a tile may take; opening the file may take twice as long.
  package init(
    _ path: String, stop: TileStop = TileStop(), patience: Duration = .seconds(2)
  ) throws(TileFileError) {
    try Self.expectDatabase(path)
    self.patience = patience
    guardian = SQLiteGuard(until: monotonicNow() + patience * 2, stop)
    do throws(StoreError) {
      connection = try SQLiteConnection(unchanging: path, guardian)
      guard try Self.hasTables(connection) else { throw StoreError("open", path, .foreign) }
      let entries = try Self.entries(connection)
      var format = entries["format"]?.lowercased()
      if format == nil { format = try Self.sniffed(connection) }
      if let refusal = Self.refusal(format ?? "") {
        throw StoreError("open", path, .other(refusal))
      }
      attribution = entries["attribution"].map(\.withoutMarkup).flatMap { $0.isEmpty ? nil : $0 }
      zooms = try Self.zooms(entries, connection)
    } catch {
      throw TileFileError(path, error)
    }
  }

  /// Returns a tile, as a picture that browsers show; `nil` if there is none.
  package func picture(_ tile: TileNumber) throws(TileFileError) -> [UInt8]? {
    do throws(StoreError) {
      guard failures < Self.mostFailures else {
        throw StoreError("use", connection.path, .damaged("its tiles cannot be read"))
      }
      guardian.end = monotonicNow() + patience
      failures += 1
      let row = try connection.statement(
        "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
        [tile.zoom, tile.column, tile.rowFromSouth].map { Int64($0) })
      defer { row.reset() }
      let isThere = try row.step()
      failures = 0
      guard isThere else { return nil }
      let bytes = row.withBlob(0) { Array($0) }
      return PictureKind(bytes) == nil ? nil : bytes
    } catch {
      throw TileFileError(connection.path, error)
    }
  }

  // MARK: What it says about itself

  /// Checks that it is a file and a database, before SQLite waits for a pipe or takes an empty file for a database.
  private static func expectDatabase(_ path: String) throws(TileFileError) {
    let descriptor = retryingOnInterrupt { open(path.pathBytes, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      throw TileFileError(path, StoreError("open", path, StoreError.cause(errno: errno)))
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 16)
    guard stat(of: descriptor)?.kind == S_IFREG, pread(descriptor, &header, 16, 0) == 16,
      header.starts(with: "SQLite format 3\0".utf8)
    else { throw TileFileError(path, StoreError("open", path, .foreign)) }
  }

  private static func hasTables(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.number(
      """
      SELECT count(DISTINCT lower(name)) FROM sqlite_schema
      WHERE lower(name) IN ('tiles', 'metadata') AND type IN ('table', 'view')
      """) == 2
  }

  private static func entries(_ connection: SQLiteConnection) throws(StoreError) -> [String: String]
  {
    // The lengths, too: the values of a view can take more memory than its file.
    let entries = try connection.rows(
      """
      SELECT name, value FROM metadata WHERE name IN ('format', 'attribution', 'minzoom', 'maxzoom') LIMIT 100
      """
    ) { row in
      row.withBlob(1) { $0.count } > longestText
        ? nil : row.text(0).flatMap { name in row.text(1).map { (name, $0) } }
    }
    return Dictionary(entries) { $1 }
  }

  /// Returns the format of the first tile, for a file that does not say.
  private static func sniffed(_ connection: SQLiteConnection) throws(StoreError) -> String {
    let row = try connection.statement("SELECT tile_data FROM tiles LIMIT 1")
    defer { row.reset() }
    guard try row.step() else { return "no" }
    let bytes = row.withBlob(0) { Array($0) }
    // Vector tiles are compressed by gzip.
    return PictureKind(bytes)?.rawValue ?? (bytes.starts(with: [0x1F, 0x8B]) ? "pbf" : "unknown")
  }

  private static func refusal(_ format: String) -> String? {
    switch format {
    case "png", "jpg", "jpeg", "webp", "image/png", "image/jpeg", "image/webp": nil
    case "pbf", "mvt", "application/vnd.mapbox-vector-tile":
      "it has vector tiles, which are not pictures; use a file of raster tiles (PNG, JPEG or WebP)"
    case "no": "it has no tiles; use another file"
    default:
      "its tiles have the format \"\(format)\"; use a file of raster tiles (PNG, JPEG or WebP)"
    }
  }

  private static func zooms(
    _ entries: [String: String], _ connection: SQLiteConnection
  ) throws(StoreError) -> ClosedRange<Int> {
    var (least, most) = (
      entries["minzoom"].flatMap { Int($0) }, entries["maxzoom"].flatMap { Int($0) }
    )
    if least == nil || most == nil {
      least = try connection.number("SELECT min(zoom_level) FROM tiles").map { Int($0) }
      most = try connection.number("SELECT max(zoom_level) FROM tiles").map { Int($0) }
    }
    let greatest = TileNumber.greatestZoom
    let first = min(max(least ?? 0, 0), greatest)
    return first...min(max(most ?? greatest, first), greatest)
  }
}

extension String {
  /// The text without the markup of HTML, which attributions often have, on one line of at most 200 characters.
  fileprivate var withoutMarkup: String {
    var (text, isTag) = ("", false)
    for character in self {
      switch character {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      case _ where isTag: break
      default: text.append(character)
      }
    }
    let names = [
      ("&copy;", "©"), ("&#169;", "©"), ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"),
      ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]
    for (name, character) in names { text.replace(name, with: character) }
    let words = text.unicodeScalars.split { !$0.isPrintable || $0.properties.isWhitespace }
    return String(
      words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ").prefix(200))
  }
}

/// Why a file of map tiles cannot be used, on one line: what cannot be done with which file, why, and what to try.
package struct TileFileError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// An exit code of sysexits.h.
  package let exitCode: CInt

  init(_ path: String, _ error: StoreError) {
    let reason: String
    (reason, exitCode) =
      switch error.cause {
      case .missing: ("no such file; check the name", EX_NOINPUT)
      case .permissionDenied: ("permission denied; choose a file that you may read", EX_NOPERM)
      case .foreign, .newer, .inUse, .undated:
        (
          "it is not an MBTiles file; use one with raster tiles, as QGIS and gdal_translate make",
          EX_DATAERR
        )
      case .damaged(let detail): ("the file is damaged (\(detail.escapedForTerminal))", EX_DATAERR)
      case .full: ("there is not enough memory", EX_OSERR)
      case .untrusted(let text), .other(let text): (text.escapedForTerminal, EX_DATAERR)
      }
    description = "cannot use the tiles in \(path.escapedForTerminal): \(reason)"
  }
}
