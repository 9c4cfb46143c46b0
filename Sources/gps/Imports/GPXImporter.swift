// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TrackFiles

struct GPXImporter: TrackImporter {
  static let name = "GPX"

  private var stream = GPXStream()
  private(set) var leftOut = LeftOut()
  private var hasPoints = false

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { GPX.isXML(head) }

  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    try pass(stream.push(bytes), body)
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws {
    try pass(stream.finish(), body)
    guard hasPoints || !leftOut.counts.isEmpty else {
      throw ImportProblem(
        "it has no GPX points; gpsbabel converts KML, TCX and other formats to GPX")
    }
  }

  private mutating func pass(_ points: [GPX.Point], _ body: (Fix) throws -> Void) throws {
    leftOut.add(LeftOut.noPlace, stream.takePlacelessCount())
    hasPoints = hasPoints || !points.isEmpty
    for point in points {
      let fix = point.fix
      if fix.canBeStored(&leftOut) { try body(fix) }
    }
    if let problem = stream.problem { throw ImportProblem(problem.description) }
  }
}
