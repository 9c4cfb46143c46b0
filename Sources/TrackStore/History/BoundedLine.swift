// Core Location for Linux. SPDX-License-Identifier: MIT

/// A line in a bounded number of points: the longer it is, the farther apart they are.
package struct BoundedLine: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    /// Seconds since 1970.
    package var time: Double
    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    /// Meters per second; `nil` if it was not reported.
    package var speed: Double?
  }

  /// The oldest first; a new segment begins after every gap.
  package private(set) var segments: [[Point]] = []
  private var count = 0
  private let most: Int
  /// The least distance between two points, meters.
  private var spacing = 0.0
  private var ruler = Ruler()
  /// The last place, whether it is a point or not.
  private var last: SketchedPlace?
  /// The point that is left out at present, and ends its segment if nothing follows.
  private var pending: Point?

  package init(most: Int) { self.most = max(2, most) }

  package mutating func received(_ place: SketchedPlace, speed: Double?) {
    let point = Point(
      time: place.start, latitude: place.latitude, longitude: place.longitude, speed: speed)
    defer { last = place }
    guard let last, place.start - last.end <= TrackSketch.longestGap, let end = segments.last?.last
    else {
      finish()
      segments.append([point])
      count += 1
      return limit()
    }
    guard distance(end, point) >= spacing else {
      pending = point
      return
    }
    append(point)
    limit()
  }

  /// Ends the line.
  package mutating func finish() {
    guard let pending else { return }
    append(pending)
    limit()
  }

  private mutating func append(_ point: Point) {
    segments[segments.count - 1].append(point)
    count += 1
    pending = nil
  }

  private mutating func limit() {
    while count > most {
      spacing = max(1, spacing * 2)
      var thinner: [[Point]] = []
      for segment in segments { thinner.append(thinned(segment)) }
      segments = thinner
      count = segments.reduce(0) { $0 + $1.count }
      // If there are too many gaps for that, whole segments have to go, the shortest first.
      if count > most, segments.count > most / 4 {
        let half = segments.count / 2
        let size = segments.map(\.count).sorted()[half]
        var dropped = 0
        segments.removeAll { segment in
          guard segment.count <= size, dropped < half else { return false }
          dropped += 1
          return true
        }
        count = segments.reduce(0) { $0 + $1.count }
      }
    }
  }

  private mutating func thinned(_ points: [Point]) -> [Point] {
    var kept: [Point] = []
    for (index, point) in points.enumerated() {
      if let last = kept.last, index < points.count - 1, distance(last, point) < spacing {
        continue
      }
      kept.append(point)
    }
    return kept
  }

  private mutating func distance(_ one: Point, _ other: Point) -> Double {
    ruler.distance(
      SketchedPlace(start: 0, end: 0, latitude: one.latitude, longitude: one.longitude),
      SketchedPlace(start: 0, end: 0, latitude: other.latitude, longitude: other.longitude))
  }
}
