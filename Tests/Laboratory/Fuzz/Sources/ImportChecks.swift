// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Where the importer of recordings finds how many fixes may wait for a date.
enum TrackInput { static let mostHeld = 1024 }

/// What was read of a file that is imported.
private struct Imported: Equatable {
  var fixes: [Fix] = []
  var leftOut: [String] = []
  var problem: String?

  init(_ pieces: [ArraySlice<UInt8>], as kind: any TrackImporter.Type) {
    var importer = kind.init()
    do {
      repeat {
        for piece in pieces { try importer.read(Array(piece).span.bytes) { fixes.append($0) } }
        try importer.finish { fixes.append($0) }
      } while importer.beginsAgain()
    } catch {
      problem = "\(error)"
    }
    leftOut = importer.leftOut.counts.map { "\($0.count) \($0.reason)" }
  }

  /// Whether the same was read; of GPX that is not UTF-8, what comes before that depends on the pieces.
  func agrees(with other: Imported, _ kind: any TrackImporter.Type) -> Bool {
    kind == GPXImporter.self && problem != nil ? other.problem != nil : self == other
  }
}

/// Checks that a file has the same fixes wherever it is cut, and that each has a place on Earth and a date.
func checkImports(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  let kind = TrackImport.kind(of: Array(whole[0].prefix(TrackImport.headLength))[...])
  let imported = Imported(whole, as: kind)
  for fix in imported.fixes {
    check(fix)
    precondition(fix.time?.nanosecondsSince1970 != nil, "no date")
  }
  precondition(
    Imported(cut, as: kind).agrees(with: imported, kind), "it matters where a file is cut")
  if whole[0].count <= 4096 {
    precondition(
      Imported(crumbs(whole[0]), as: kind).agrees(with: imported, kind), "bytes one by one differ")
  }
  return !imported.fixes.isEmpty
}
