// Core Location for Linux. SPDX-License-Identifier: MIT

/// The lines of latitude and longitude on a map, with their labels.
struct Graticule {
  let projection: MapProjection
  /// The interval between lines, degrees.
  private let steps: (longitude: Double, latitude: Double)

  init(_ projection: MapProjection) {
    self.projection = projection
    let (longitudes, latitudes) = (projection.longitudes, projection.latitudes)
    steps = (
      NiceSteps.degrees(longitudes.upperBound - longitudes.lowerBound, most: 7),
      NiceSteps.degrees(latitudes.upperBound - latitudes.lowerBound, most: 5)
    )
  }

  func drawLines(to svg: inout SVG) {
    let frame = projection.frame
    for longitude in NiceSteps.marks(in: projection.longitudes, step: steps.longitude) {
      let x = projection.point(latitude: 0, longitude: longitude).x
      svg.line(from: (x, frame.y), to: (x, frame.bottom), style: "graticule")
    }
    for latitude in NiceSteps.marks(in: projection.latitudes, step: steps.latitude) {
      let y = projection.point(latitude: latitude, longitude: 0).y
      svg.line(from: (frame.x, y), to: (frame.right, y), style: "graticule")
    }
  }

  /// Labels the lines at the lower and the left edge.
  func drawLabels(to svg: inout SVG) {
    let frame = projection.frame
    for longitude in NiceSteps.marks(in: projection.longitudes, step: steps.longitude) {
      let x = projection.point(latitude: 0, longitude: longitude).x
      guard x > frame.x + 70, x < frame.right - 40 else { continue }
      let turned = longitude - 360 * ((longitude + 180) / 360).rounded(.down)
      svg.words(
        Self.text(turned, "E", "W", step: steps.longitude), x: x, y: frame.bottom - 7,
        style: "label halo",
        anchor: .middle)
    }
    for latitude in NiceSteps.marks(in: projection.latitudes, step: steps.latitude) {
      let y = projection.point(latitude: latitude, longitude: 0).y
      guard y > frame.y + 20, y < frame.bottom - 24 else { continue }
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
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var text = "\(hundredths / 360_000)°"
    if step < 0.999_999 { text += two(hundredths / 6000 % 60) + "′" }
    if step < 0.999_999 / 60 { text += two(hundredths / 100 % 60) }
    if step < 0.999_999 / 3600 { text += "." + two(hundredths % 100) }
    if step < 0.999_999 / 60 { text += "″" }
    return text + letter
  }
}
