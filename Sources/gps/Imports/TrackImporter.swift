// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem

/// A format from which `gps history import` reads fixes, in pieces of a file; its type is in ``TrackImport/kinds``.
protocol TrackImporter: Sendable {
  static var name: String { get }

  /// Returns whether a file that begins with these bytes, some thousand unless it is shorter, is in this format.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool

  init()

  /// Prepares for a file that it can have only once.
  mutating func cannotReadAgain()

  /// Reads bytes, and passes on the fixes in them; throws ``ImportProblem`` if the file cannot be read any further.
  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws

  /// Ends the file; throws the same if something is missing.
  mutating func finish(_ body: (Fix) throws -> Void) throws

  /// Returns whether it is to be given the whole file again.
  mutating func beginsAgain() -> Bool

  var leftOut: LeftOut { get }
}

extension TrackImporter {
  mutating func cannotReadAgain() {}
  mutating func beginsAgain() -> Bool { false }
}

/// Why a file cannot be imported to its end: a reason and advice.
struct ImportProblem: Error {
  let description: String

  init(_ description: String) { self.description = description }
}

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
    head = head.drop(while: \.isBlank)
    return kinds.first { $0.recognizes(head) } ?? RecordingImporter.self
  }

  /// How many bytes of a file decide about its format.
  static let headLength = 4096
}
