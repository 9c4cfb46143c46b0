// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

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
