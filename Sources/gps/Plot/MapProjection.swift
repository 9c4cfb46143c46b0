// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import GNSS
import Glibc

/// The Mercator projection of the ellipsoid, in a box of a picture.
struct MapProjection {
  let frame: PlotFrame
  /// Pixels per radian of longitude.
  private let scale: Double
  /// The eccentricity of the ellipsoid; 0 for the sphere on which map tiles are drawn.
  private let eccentricity: Double
  private let center: (longitude: Double, y: Double)

  /// Creates a projection that fits all samples into a box of this width, which is as high as the track needs.
  ///
  /// - Parameter isOfTiles: whether it is the projection of map tiles, which takes the Earth for a sphere.
  init(
    _ samples: [PlotSample], x: Double, y: Double, width: Double, isOfTiles: Bool = false
  ) {
    let e = isOfTiles ? 0 : Ellipsoid.e2.squareRoot()
    eccentricity = e
    let shown = Self.withoutOutliers(samples)
    let longitudes = shown.lazy.map { $0.longitude * .pi / 180 }
    let ys = shown.lazy.map { Self.y(latitude: $0.latitude, e) }
    let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    let (south, north) = (ys.min() ?? 0, ys.max() ?? 0)
    center = ((west + east) / 2, (south + north) / 2)
    let latitude = Self.latitude(y: center.y, e) * .pi / 180
    // The map of a stationary receiver shows at least 6 m, over which its positions wander.
    let least = 6 / (Ellipsoid.a * max(cos(latitude), 1e-4))
    let (across, up) = (max(east - west, least), max(north - south, least))
    let height = min(max(width * 0.8 * up / across + 0.2 * Self.lowest, Self.lowest), Self.highest)
    frame = PlotFrame(x: x, y: y, width: width, height: height)
    scale = min(width * 0.84 / across, height * 0.8 / up)
  }

  /// Returns the samples that decide what the map shows: those of segments with more than two, if there are enough.
  ///
  /// A position that jumps away and back is a separate segment, and would shrink the track to a dot.
  private static func withoutOutliers(_ samples: [PlotSample]) -> [PlotSample] {
    var starts = samples.indices.filter { samples[$0].beginsSegment }
    if starts.first != 0 { starts.insert(0, at: 0) }
    let ends = starts.dropFirst() + [samples.count]
    let kept = zip(starts, ends).filter { $1 - $0 > 2 }.flatMap { samples[$0..<$1] }
    return kept.count * 10 > samples.count * 9 ? kept : samples
  }

  private static let lowest = 400.0
  private static let highest = 620.0

  func point(latitude: Double, longitude: Double) -> PlotPoint {
    (
      frame.x + frame.width / 2 + (longitude * .pi / 180 - center.longitude) * scale,
      frame.y + frame.height / 2 - (Self.y(latitude: latitude, eccentricity) - center.y) * scale
    )
  }

  /// Degrees from the left to the right edge, continuous beyond ±180.
  var longitudes: ClosedRange<Double> {
    let half = frame.width / 2 / scale
    return ((center.longitude - half) * 180 / .pi)...((center.longitude + half) * 180 / .pi)
  }

  /// Degrees from the lower to the upper edge.
  var latitudes: ClosedRange<Double> {
    let half = frame.height / 2 / scale
    return Self.latitude(
      y: center.y - half, eccentricity)...Self.latitude(y: center.y + half, eccentricity)
  }

  var middle: (latitude: Double, longitude: Double) {
    (Self.latitude(y: center.y, eccentricity), center.longitude * 180 / .pi)
  }

  /// The tiles that cover the box, of the zoom nearest to its own of these, with the boxes in which they appear.
  func tiles(of zooms: ClosedRange<Int>, most: Int) -> [(tile: TileNumber, box: PlotFrame)] {
    let fitting = Int(log2(2 * .pi * scale / 256).rounded(.up))
    let best = min(max(fitting, zooms.lowerBound), zooms.upperBound)
    for zoom in (zooms.lowerBound...best).reversed() {
      if let found = tiles(at: zoom, most: most) { return found }
    }
    return []
  }

  private func tiles(at zoom: Int, most: Int) -> [(tile: TileNumber, box: PlotFrame)]? {
    let count = 1 << zoom
    let size = 2 * .pi / Double(count)
    let (halfWidth, halfHeight) = (frame.width / 2 / scale, frame.height / 2 / scale)
    func column(_ x: Double) -> Int { Int(((x + .pi) / size).rounded(.down)) }
    func row(_ y: Double) -> Int { min(max(Int(((.pi - y) / size).rounded(.down)), 0), count - 1) }
    let columns = column(center.longitude - halfWidth)...column(center.longitude + halfWidth)
    let rows = row(center.y + halfHeight)...row(center.y - halfHeight)
    guard columns.count * rows.count <= most else { return nil }
    return rows.flatMap { row in
      columns.compactMap { column in
        // Beyond ±180° the same tiles come again.
        let turned = column - count * Int((Double(column) / Double(count)).rounded(.down))
        guard let tile = TileNumber(zoom: zoom, column: turned, row: row) else { return nil }
        let x = frame.x + frame.width / 2 + (Double(column) * size - .pi - center.longitude) * scale
        let y = frame.y + frame.height / 2 - (.pi - Double(row) * size - center.y) * scale
        return (tile, PlotFrame(x: x, y: y, width: size * scale, height: size * scale))
      }
    }
  }

  var metersPerPixel: Double {
    let phi = middle.latitude * .pi / 180
    return Ellipsoid.primeVerticalRadius(at: phi) * cos(phi) / scale
  }

  /// Returns the Mercator ordinate; latitudes are limited to ±89.99°, because the poles have none.
  private static func y(latitude: Double, _ e: Double) -> Double {
    let phi = min(max(latitude, -89.99), 89.99) * .pi / 180
    return asinh(tan(phi)) - e * atanh(e * sin(phi))
  }

  private static func latitude(y: Double, _ e: Double) -> Double {
    var phi = atan(sinh(y))
    for _ in 0..<8 { phi = atan(sinh(y + e * atanh(e * sin(phi)))) }
    return phi * 180 / .pi
  }
}
