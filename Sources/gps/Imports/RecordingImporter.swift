// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183

/// What a receiver sent: NMEA 0183, UBX, or both.
struct RecordingImporter: TrackImporter {
  static let name = "a recording"

  private var pipeline = FixPipeline(
    checksums: .required, referenceDate: nil, undatedFixesHeld: TrackInput.mostHeld
  ).warning()
  private(set) var leftOut = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { true }

  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    var fixes: [Fix] = []
    pipeline.push(bytes) { if case .fix(let fix) = $0 { fixes.append(fix) } }
    try pass(fixes, body)
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws {
    var fixes: [Fix] = []
    pipeline.finish { if case .fix(let fix) = $0 { fixes.append(fix) } }
    try pass(fixes, body)
    guard pipeline.sentences > 0 else {
      throw ImportProblem(
        "its format is unknown; give GPX, a recording of a receiver, Google's Timeline.json or Records.json, OwnTracks' "
          + ".rec, or JSON or CSV of gps; gpsbabel converts most others to GPX")
    }
    leftOut.add("damaged sentences", pipeline.defects.checksumMismatches)
  }

  private mutating func pass(_ fixes: [Fix], _ body: (Fix) throws -> Void) throws {
    for fix in fixes where fix.canBeStored(&leftOut) { try body(fix) }
  }
}
