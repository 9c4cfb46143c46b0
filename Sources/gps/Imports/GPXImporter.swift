// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ReceiverSimulator

struct GPXImporter: TrackImporter {
  static let name = "GPX"

  private var stream = GPXStream()
  private(set) var leftOut = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { GPX.isXML(head) }

  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    try pass(stream.push(bytes), body)
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws { try pass(stream.finish(), body) }

  private mutating func pass(_ points: [GPX.Point], _ body: (Fix) throws -> Void) throws {
    for point in points {
      let fix = point.fix
      if fix.canBeKept(&leftOut) { try body(fix) }
    }
    if let problem = stream.problem { throw ImportProblem(problem.description) }
  }
}
