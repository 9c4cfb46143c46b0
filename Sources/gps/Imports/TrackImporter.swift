// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
import TrackFiles

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

/// A format in which each line has one fix at most.
protocol LineImporter: TrackImporter {
  var lines: ImportedLines { get set }

  mutating func fix(in line: ArraySlice<UInt8>) -> Fix?
}

extension LineImporter {
  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    for line in lines.read(bytes) {
      if let fix = fix(in: line) { try body(fix) }
    }
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws {
    for line in lines.finish() {
      if let fix = fix(in: line) { try body(fix) }
    }
  }
}

/// The lines of a file that is imported, the last of which may have no end.
struct ImportedLines {
  private var framer = LineFramer(longest: longest)
  private var isFirst = true

  /// Bytes; more than any line that is known has.
  private static let longest = 1 << 16

  /// Reads bytes, and returns the lines that end in them; empty ones are left out.
  mutating func read(_ bytes: RawSpan) -> [ArraySlice<UInt8>] {
    framer.push(bytes)
    var lines: [ArraySlice<UInt8>] = []
    while let line = framer.next() {
      // The byte order mark of UTF-8.
      let hasMark = isFirst && line.starts(with: [0xEF, 0xBB, 0xBF])
      isFirst = false
      if !line.isEmpty { lines.append(hasMark ? line[3...] : line[...]) }
    }
    return lines
  }

  /// Returns what follows the last end of a line, if anything does.
  mutating func finish() -> [ArraySlice<UInt8>] {
    framer.isMidLine ? read([0x0A].span.bytes) : []
  }
}

/// A format that is one JSON document, with the fixes in the elements of its lists.
protocol ElementImporter: TrackImporter {
  var elements: JSONElements { get set }
  /// What was left out, except for elements that are too long.
  var counts: LeftOut { get set }

  /// Returns whether elements of a list are to be read; the name is empty if the document is the list.
  func reads(_ name: String) -> Bool

  mutating func fixes(in element: JSONValue, of name: String) -> [Fix]
}

extension ElementImporter {
  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    for element in elements.push(bytes) where reads(element.name) {
      if let value = JSONValue(object: element.bytes[...]) {
        for fix in fixes(in: value, of: element.name) { try body(fix) }
      } else {
        counts.add(LeftOut.malformed)
      }
    }
    if let problem = elements.problem { throw problem }
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws { try elements.finish() }

  var leftOut: LeftOut {
    var counts = counts
    counts.add(LeftOut.tooLong, elements.tooLong)
    return counts
  }
}

extension Fix {
  /// Creates a fix from what a file says, with accuracies in meters, 68 %; `nil`, with the reason added, unless it has a place
  /// on Earth and a time.
  init?(
    at time: FixTime?, latitude: Double?, longitude: Double?, accuracy: Double? = nil,
    vertical: Double? = nil, _ leftOut: inout LeftOut
  ) {
    guard let latitude, let longitude, (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else {
      leftOut.add(LeftOut.noPlace)
      return nil
    }
    // To the end of 2199.
    guard let time, let date = time.date, (0..<84_006).contains(date.daysSince1970) else {
      leftOut.add(LeftOut.noTime)
      return nil
    }
    self.init(time: time, latitude: latitude, longitude: longitude)
    if let accuracy, accuracy > 0, accuracy < 1e8 {
      (horizontalAccuracy, horizontalAccuracySource) = (accuracy, .assumed)
    }
    if let vertical, (0.001...100_000).contains(vertical) {
      (verticalAccuracy, verticalAccuracySource) = (vertical, .assumed)
    }
  }
}

extension Fix {
  /// Returns whether a track can contain it; otherwise, the reason is added.
  func canBeStored(_ leftOut: inout LeftOut) -> Bool {
    Fix(at: time, latitude: latitude, longitude: longitude, &leftOut) != nil
  }
}

extension FixTime {
  /// Creates the time that is a number of seconds after the beginning of 1970; `nil` if no fix can be as old or as new.
  init?(secondsSince1970 seconds: Double?) {
    guard let seconds, seconds.magnitude < 9e9 else { return nil }
    // To the microsecond, which is what a track distinguishes.
    self.init(nanosecondsSince1970: Int64((seconds * 1e6).rounded()) * 1000)
  }

  /// Creates the time in a text with date, time and zone (RFC 3339); `nil` for anything else.
  init?(withZone text: String?) {
    guard let text, text.utf8.count <= 40, let moment = UTCDateTime(text) else { return nil }
    self.init(date: moment.date, time: moment.time)
  }
}
