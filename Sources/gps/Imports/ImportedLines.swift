// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

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
