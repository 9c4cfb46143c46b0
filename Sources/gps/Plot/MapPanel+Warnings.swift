// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationFormats

/// Marks on the track where fixes should not be trusted.
extension MapPanel {
  /// Marks closer to the last one than this are not drawn, pixels.
  private static let leastDistance = 8.0

  private var hasWarnings: Bool { samples.contains { !$0.warnings.isEmpty } }

  func drawWarnings(to svg: inout SVG) {
    var last: (x: Double, y: Double, warnings: FixWarnings)?
    for sample in samples where !sample.warnings.isEmpty {
      let place = projection.point(latitude: sample.latitude, longitude: sample.longitude)
      if let last, last.warnings == sample.warnings,
        max((place.x - last.x).magnitude, (place.y - last.y).magnitude) < Self.leastDistance
      {
        continue
      }
      last = (place.x, place.y, sample.warnings)
      let names = sample.warnings.list.map(\.name).joined(separator: ", ")
      svg.line(
        "<circle class=\"warning\" cx=\"\(n(place.x))\" cy=\"\(n(place.y))\" r=\"7\">"
          + "<title>\(names)</title></circle>")
    }
  }

  /// Explains the marks, if there are any.
  func drawWarningLegend(x: Double, y: Double, to svg: inout SVG) {
    guard hasWarnings else { return }
    svg.line("<circle class=\"warning\" cx=\"\(n(x))\" cy=\"\(n(y - 4))\" r=\"6\"/>")
    svg.words("warning", x: x + 12, y: y, style: "label")
  }
}
