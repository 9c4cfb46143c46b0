// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The lines of latitude and longitude on a map, with their labels.
struct Graticule {
  private let frame: PlotFrame
  private let steps: (longitude: Double, latitude: Double)
  /// The lines, degrees, and where they are, pixels.
  private let meridians: [(degrees: Double, x: Double)]
  private let parallels: [(degrees: Double, y: Double)]

  init(_ projection: MapProjection) {
    let (longitudes, latitudes) = (projection.longitudes, projection.latitudes)
    frame = projection.frame
    steps = (
      NiceSteps.degrees(longitudes.upperBound - longitudes.lowerBound, most: 7),
      NiceSteps.degrees(latitudes.upperBound - latitudes.lowerBound, most: 5)
    )
    meridians = NiceSteps.marks(in: longitudes, step: steps.longitude).map {
      ($0, projection.point(latitude: 0, longitude: $0).x)
    }
    parallels = NiceSteps.marks(in: latitudes, step: steps.latitude).map {
      ($0, projection.point(latitude: $0, longitude: 0).y)
    }
  }

  func drawLines(to svg: inout SVG) {
    for (_, x) in meridians {
      svg.line(from: (x, frame.y), to: (x, frame.bottom), style: "graticule")
    }
    for (_, y) in parallels {
      svg.line(from: (frame.x, y), to: (frame.right, y), style: "graticule")
    }
  }

  /// Labels the lines at the lower and the left edge.
  func drawLabels(to svg: inout SVG) {
    for (longitude, x) in meridians where x > frame.x + 70 && x < frame.right - 40 {
      let turned = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
      svg.words(
        Self.text(turned, "E", "W", step: steps.longitude), x: x, y: frame.bottom - 7,
        style: "label halo", anchor: .middle)
    }
    for (latitude, y) in parallels where y > frame.y + 20 && y < frame.bottom - 24 {
      svg.words(
        Self.text(latitude, "N", "S", step: steps.latitude), x: frame.x + 7, y: y - 4,
        style: "label halo")
    }
  }

  /// Formats degrees, with as many minutes and seconds as the step needs.
  static func text(_ degrees: Double, _ positive: String, _ negative: String, step: Double)
    -> String
  {
    let hundredths = Int((degrees.magnitude * 360_000).rounded())
    let letter = hundredths == 0 ? "" : degrees < 0 ? negative : positive
    var text = "\(hundredths / 360_000)°"
    if step < 0.999_999 { text += padded(hundredths / 6000 % 60) + "′" }
    if step < 0.999_999 / 60 { text += padded(hundredths / 100 % 60) }
    if step < 0.999_999 / 3600 { text += "." + padded(hundredths % 100) }
    if step < 0.999_999 / 60 { text += "″" }
    return text + letter
  }
}
