// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import ReceiverRecording

/// The points of a GPX file: those of its tracks, else of its routes, else its waypoints.
struct GPX {
  /// A point in a GPX file.
  struct Point {
    /// Degrees, north positive, −90…90.
    var latitude: Double
    /// Degrees, east positive, −180…180.
    var longitude: Double
    /// Meters above mean sea level; `nil` if not told, or unreadable.
    var elevation: Double?
    /// When one was there, UTC if it does not say; `nil` if not told, or unreadable.
    var time: UTCDateTime?
    /// Whether a segment of a track, or a route, begins with it.
    var beginsSegment = false
    /// What else is told about it, as text by the name of its element; empty unless it was asked for.
    var details: [String: String] = [:]
  }

  /// A time that cannot be read.
  struct UnreadableTime {
    var text: String
    /// The line of the file in which it ends.
    var line: Int
  }

  /// The points in the order of the file, one at least.
  let points: [Point]

  /// The first time of a point that cannot be read; `nil` if all can.
  let unreadableTime: UnreadableTime?

  /// Longer files are refused, in bytes; two million points are that long.
  static let longest = 1 << 28

  /// Reads a file; `-` is standard input, and gzip's files are read as they are.
  ///
  /// - Throws: ``Failure``.
  init(path: String) throws {
    var bytes: [UInt8] = []
    do throws(RecordingError) {
      var reader = try RecordingReader(path: path)
      while bytes.count <= Self.longest,
        try reader.next({ piece in piece.withUnsafeBytes { bytes.append(contentsOf: $0) } })
      {}
    } catch {
      throw Failure(error)
    }
    try self.init(bytes, name: path)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - name: what the file is called in messages.
  ///   - keepsDetails: whether to keep more of a point than where and when it is.
  /// - Throws: ``Failure``.
  init(_ bytes: [UInt8], name path: String, keepsDetails: Bool = false) throws {
    guard bytes.count <= Self.longest else {
      throw Failure(
        "cannot use \(path): it is longer than \(Self.longest >> 20) MB; give a file with one track",
        EX_DATAERR)
    }
    var collector = GPXCollector(keepsDetails: keepsDetails)
    do throws(XMLProblem) {
      try collector.read(bytes)
    } catch {
      throw Failure("cannot use \(path): \(error)", EX_DATAERR)
    }
    guard let points = collector.best else {
      throw Failure(
        "cannot use \(path): it has no trkpt, rtept or wpt, so there is nowhere to go; draw a track",
        EX_DATAERR)
    }
    self.points = points
    unreadableTime = collector.unreadableTime
  }
}
