// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// How long a track was in each cell of a grid.
///
/// The way between two places is even, and what was between two that are separated by a gap is unknown.
package struct DensityGrid: Hashable, Sendable {
  /// A box between two parallels and two meridians, degrees; the eastern one may be beyond 180°.
  struct Box: Hashable {
    var (south, north, west, east): (Double, Double, Double, Double)

    init(_ place: SketchedPlace) {
      (south, north) = (place.latitude, place.latitude)
      (west, east) = (place.longitude, place.longitude)
    }

    func including(_ place: SketchedPlace) -> Box {
      var box = self
      box.south = min(south, place.latitude)
      box.north = max(north, place.latitude)
      let longitude = DensityGrid.longitude(place.longitude, near: (west + east) / 2)
      box.west = min(west, longitude)
      box.east = max(east, longitude)
      return box
    }
  }

  /// The corner in the south-west, degrees.
  package let latitude: Double
  package let longitude: Double
  /// The size of a cell, degrees.
  package let height: Double
  package let width: Double
  package let rows: Int
  package let columns: Int
  /// Seconds, row by row from the south, each from the west.
  package private(set) var seconds: [Double]
  private var last: SketchedPlace?

  /// The least size of a cell, meters: as much as a place in it may be off.
  private static let leastCell = 10.0
  private static let metersOfDegree = 111_320.0

  init(_ box: Box) {
    let most = Double(HistoryQuestion.most.cells)
    let shrink = max(0.01, .cosine((box.south + box.north) / 2 * .pi / 180))
    // Cells that are as high as they are wide, on the ground.
    let meters = max(
      Self.leastCell, (box.north - box.south) * Self.metersOfDegree / (most - 1),
      (box.east - box.west) * Self.metersOfDegree * shrink / (most - 1))
    (height, width) = (meters / Self.metersOfDegree, meters / Self.metersOfDegree / shrink)
    // The outermost places are in the middle of their cells.
    (latitude, longitude) = (box.south - height / 2, box.west - width / 2)
    rows = min(Int(most), Int((box.north - latitude) / height) + 1)
    columns = min(Int(most), Int((box.east - longitude) / width) + 1)
    seconds = [Double](repeating: 0, count: rows * columns)
  }

  mutating func received(_ place: SketchedPlace) {
    defer { last = place }
    add(place.end - place.start, at: place.latitude, place.longitude)
    guard let last, place.start > last.end, place.start - last.end <= TrackSketch.longestGap else {
      return
    }
    let (north, east) = (
      place.latitude - last.latitude,
      Self.longitude(place.longitude, near: last.longitude) - last.longitude
    )
    let cells = max(abs(north) / height, abs(east) / width)
    let parts = min(2 * HistoryQuestion.most.cells, Int(cells.rounded(.up)) * 2 + 1)
    for part in 0..<parts {
      let share = (Double(part) + 0.5) / Double(parts)
      add(
        (place.start - last.end) / Double(parts), at: last.latitude + north * share,
        last.longitude + east * share)
    }
  }

  private mutating func add(_ time: Double, at latitude: Double, _ longitude: Double) {
    guard time > 0 else { return }
    let middle = self.longitude + width * Double(columns) / 2
    let row = Int(((latitude - self.latitude) / height).rounded(.down))
    let column = Int(
      ((Self.longitude(longitude, near: middle) - self.longitude) / width).rounded(.down))
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return }
    seconds[row * columns + column] += time
  }

  /// Returns a longitude, perhaps by whole turns away, within half a turn of another one.
  fileprivate static func longitude(_ longitude: Double, near other: Double) -> Double {
    other + (longitude - other).remainder(dividingBy: 360)
  }
}
