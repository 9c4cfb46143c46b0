// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// A format of tracks: fixes in, bytes out.
///
/// A segment is written as one part, or as several if the format requires it.
package protocol TrackWriter: Sendable {
  /// The number of lists that are written in parallel in a part; see ``TrackText``.
  var laneCount: Int { get }

  func canWrite(_ fix: Fix) -> Bool

  /// Returns whether a new part must begin with a fix, although the segment continues.
  mutating func breaks(before fix: Fix) -> Bool

  mutating func begin(_ text: inout TrackText)

  mutating func beginPart(with fix: Fix, _ text: inout TrackText)

  mutating func append(_ fix: Fix, _ text: inout TrackText)

  /// Ends a part; what follows its lists is written to the last lane.
  mutating func endPart(_ text: inout TrackText)

  mutating func end(_ text: inout TrackText)
}

extension TrackWriter {
  package var laneCount: Int { 1 }

  package func canWrite(_ fix: Fix) -> Bool { true }

  package mutating func breaks(before fix: Fix) -> Bool { false }

  package mutating func begin(_ text: inout TrackText) {}
  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) {}
  package mutating func endPart(_ text: inout TrackText) {}
  package mutating func end(_ text: inout TrackText) {}
}

/// The text that a track's writer has produced and that has not been drained yet.
///
/// In some formats, a segment contains one list after another: first all times, then all coordinates. To avoid keeping
/// the fixes until the segment ends, each list is written to a lane of its own; at the end of the segment the lanes are
/// joined.
package struct TrackText: Sendable {
  /// The bytes of each list, in the order in which they go into the file.
  package var lanes: [[UInt8]]

  package init(laneCount: Int) { lanes = Array(repeating: [], count: laneCount) }

  mutating func write(lane: Int = 0, _ body: (inout [UInt8]) -> Void) { body(&lanes[lane]) }

  mutating func write(_ text: String, lane: Int = 0) { lanes[lane].append(contentsOf: text.utf8) }

  /// Moves everything into the first lane, at the end of a segment.
  package mutating func join() {
    for lane in lanes.indices.dropFirst() {
      lanes[0].append(contentsOf: lanes[lane])
      lanes[lane].removeAll(keepingCapacity: true)
    }
  }
}

extension [UInt8] {
  /// Appends a latitude or longitude in degrees, with nine decimals: a tenth of a millimeter.
  mutating func append(degrees: Double) { append(degrees, decimals: 9) }

  /// Appends a course in degrees, with two decimals; a value that would be rounded to 360 becomes 0.
  mutating func append(course: Double) { append(course < 359.995 ? course : 0, decimals: 2) }

  mutating func append(_ value: Double?, decimals: Int) {
    if let value { append(value, decimals: decimals) }
  }

  /// Appends date and time as XML Schema allows them, if the date is known: a leap second is the next day's first.
  mutating func append(dateTime time: FixTime?) { append(iso8601: time?.withoutSecond60) }

  /// Appends date and time in ISO 8601, if the date is known.
  mutating func append(iso8601 time: FixTime?) {
    guard let time, time.date != nil else { return }
    append(time)
  }

  /// Appends an XML element that contains a number, if there is one.
  mutating func element(_ name: String, _ value: Double?, decimals: Int) {
    guard let value else { return }
    element(name) { $0.append(value, decimals: decimals) }
  }

  mutating func element(_ name: String, _ content: (inout [UInt8]) -> Void) {
    append("<")
    append(name)
    append(">")
    content(&self)
    append("</")
    append(name)
    append(">")
  }
}

extension String {
  /// The text escaped as the content of an XML element; characters that XML cannot contain are replaced.
  package var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
