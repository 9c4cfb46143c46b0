// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// Leaves out fixes that are no farther from the line through the others than a tolerance.
///
/// This is Douglas and Peucker's way, with distances on the ellipsoid. Altitudes and times count for nothing.
///
/// The memory that it takes is bounded: a segment is simplified in stretches of 4096 fixes. What is left out is within
/// the tolerance all the same; a stretch of a long segment only keeps its last fix, which it might not have needed.
package struct TrackSimplifier: Sendable {
  /// How many fixes are gathered before they are simplified.
  package static let stretch = 4096

  /// Meters.
  private let tolerance: Double
  private var fixes: [Fix] = []
  private var points: [SurfacePoint] = []
  /// Whether the first of the fixes was handed over at the end of the stretch before.
  private var isContinued = false

  /// - Parameter tolerance: meters.
  package init(tolerance: Double) { self.tolerance = tolerance }

  /// Gathers a fix of the segment.
  package mutating func append(_ fix: Fix, _ consume: (Fix) -> Void) {
    fixes.append(fix)
    points.append(SurfacePoint(latitude: fix.latitude, longitude: fix.longitude))
    guard fixes.count == Self.stretch else { return }
    handOver(consume)
    let kept = Self.stretch - 1
    fixes.removeFirst(kept)
    points.removeFirst(kept)
    isContinued = true
  }

  /// Ends the segment.
  package mutating func finish(_ consume: (Fix) -> Void) {
    handOver(consume)
    fixes.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    isContinued = false
  }

  private func handOver(_ consume: (Fix) -> Void) {
    let isKept = chosen()
    for index in fixes.indices where isKept[index] && !(index == 0 && isContinued) {
      consume(fixes[index])
    }
  }

  /// Which of the fixes are kept.
  private func chosen() -> [Bool] {
    var isKept = [Bool](repeating: false, count: fixes.count)
    guard let last = fixes.indices.last else { return [] }
    (isKept[0], isKept[last]) = (true, true)
    // Lines between fixes that are kept, still to be looked at.
    var lines = [(first: 0, last: last)]
    while let line = lines.popLast() {
      var (farthest, distance) = (line.first, tolerance)
      for index in (line.first + 1)..<max(line.last, line.first + 1) {
        let away = points[index].distance(toLineFrom: points[line.first], to: points[line.last])
        if away > distance { (farthest, distance) = (index, away) }
      }
      guard farthest > line.first else { continue }
      isKept[farthest] = true
      lines.append((line.first, farthest))
      lines.append((farthest, line.last))
    }
    return isKept
  }
}
