// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationGeometry

/// Leaves out fixes that are no farther from the line through the others than a tolerance.
///
/// Uses the Douglas-Peucker algorithm with distances on the ellipsoid. Altitudes and times are not considered.
///
/// Its use of memory is bounded: a segment is simplified in stretches of 4096 fixes. What is left out is still within
/// the tolerance; the only effect is that each stretch of a long segment keeps its last fix, which may be unnecessary.
package struct TrackSimplifier: Sendable {
  /// The number of fixes collected before they are simplified.
  package static let stretch = 4096

  /// Meters.
  private let tolerance: Double
  private var fixes: [Fix] = []
  private var points: [SurfacePoint] = []
  /// Whether the first of the fixes has been passed on as the last of the previous stretch.
  private var isContinued = false

  /// - Parameter tolerance: meters.
  package init(tolerance: Double) { self.tolerance = tolerance }

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

  private func chosen() -> [Bool] {
    var isKept = [Bool](repeating: false, count: fixes.count)
    guard let last = fixes.indices.last else { return [] }
    (isKept[0], isKept[last]) = (true, true)
    // Lines between kept fixes that remain to be examined.
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
