// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A format from which `gps history import` reads fixes, in pieces of a file.
///
/// A format is one file, and its type in ``TrackImport/kinds``.
protocol TrackImporter: Sendable {
  /// What it is called in messages.
  static var name: String { get }

  /// Returns whether a file is in this format.
  ///
  /// - Parameter head: its first bytes, some thousand unless it is shorter.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool

  /// - Parameter canReadAgain: whether it can have the file once more.
  init(canReadAgain: Bool)

  /// Reads bytes, and passes on the fixes in them.
  ///
  /// - Throws: ``Failure`` or ``ImportProblem`` if the file cannot be read any further, and what `body` throws.
  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws

  /// Ends the file.
  ///
  /// - Throws: the same, if something is missing.
  mutating func finish(_ body: (Fix) throws -> Void) throws

  /// Returns whether it is to be given the whole file again.
  mutating func beginsAgain() -> Bool

  /// What had to be left out.
  var leftOut: LeftOut { get }
}

extension TrackImporter {
  mutating func beginsAgain() -> Bool { false }
}

/// Why a file cannot be imported to its end: a reason and advice.
struct ImportProblem: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What an import left out, by reason.
struct LeftOut {
  private(set) var counts: [(reason: String, count: Int)] = []

  mutating func add(_ reason: String, _ count: Int = 1) {
    guard count > 0 else { return }
    if let index = counts.firstIndex(where: { $0.reason == reason }) {
      counts[index].count += count
    } else {
      counts.append((reason, count))
    }
  }

  static let noPlace = "without a place on Earth"
  static let noTime = "without a time between 1970 and 2200"
  static let malformed = "that cannot be read"
  static let tooLong = "that are too long"
}

/// The formats that can be imported.
enum TrackImport {
  /// In the order in which they are tried; the last one takes everything.
  static let kinds: [any TrackImporter.Type] = [
    GPXImporter.self, GoogleRecords.self, GoogleTimeline.self, OwnTracksRecording.self,
    CSVImporter.self, JSONLinesImporter.self, RecordingImporter.self,
  ]

  /// Returns the format of a file that begins with these bytes.
  static func kind(of head: ArraySlice<UInt8>) -> any TrackImporter.Type {
    var head = head
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    head = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return kinds.first { $0.recognizes(head) } ?? RecordingImporter.self
  }

  /// How many bytes of a file decide about its format.
  static let headLength = 4096
}
