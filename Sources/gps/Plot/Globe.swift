// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Glibc

/// The Earth as seen from far above a place marked with a dot, to show where in the world a map is.
struct Globe {
  let center: PlotPoint
  let radius: Double
  private let latitude: Double
  private let longitude: Double

  init(center: PlotPoint, radius: Double, latitude: Double, longitude: Double) {
    (self.center, self.radius) = (center, radius)
    self.latitude = latitude * .pi / 180
    self.longitude = longitude * .pi / 180
  }

  func draw(to svg: inout SVG) {
    svg.circle(at: center, radius: radius, style: "globe")
    var path = SVGPath()
    for ring in Land.rings {
      let points = ring.map { point(latitude: $0.latitude, longitude: $0.longitude) }
      guard points.contains(where: \.isVisible) else { continue }
      path.move(to: points[0].place)
      for (last, next) in zip(points, points.dropFirst() + [points[0]]) {
        if !last.isVisible, !next.isVisible { follow(&path, from: last.place, to: next.place) }
        path.line(to: next.place)
      }
      path.close()
    }
    svg.line("<path class=\"land\" d=\"\(path.data)\"/>")
    svg.circle(at: center, radius: radius, style: "limb")
    svg.circle(at: center, radius: 4, style: "here")
  }

  /// Follows the limb where the outline is on the far side.
  private func follow(
    _ path: inout SVGPath, from start: PlotPoint, to end: PlotPoint
  ) {
    let first = atan2(start.y - center.y, start.x - center.x)
    let turn = remainder(atan2(end.y - center.y, end.x - center.x) - first, 2 * .pi)
    let steps = Int(turn.magnitude / 0.15)
    guard steps > 0 else { return }
    for step in 1...steps {
      let angle = first + turn * Double(step) / Double(steps + 1)
      path.line(to: (center.x + radius * cos(angle), center.y + radius * sin(angle)))
    }
  }

  /// Returns a place in the picture; a place on the far side is moved to the limb.
  private func point(
    latitude: Double, longitude: Double
  ) -> (place: PlotPoint, isVisible: Bool) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180 - self.longitude)
    let x = cos(phi) * sin(lambda)
    let y = cos(self.latitude) * sin(phi) - sin(self.latitude) * cos(phi) * cos(lambda)
    let toward = sin(self.latitude) * sin(phi) + cos(self.latitude) * cos(phi) * cos(lambda)
    let length = (x * x + y * y).squareRoot()
    let factor = toward < 0 && length > 0 ? 1 / length : 1
    return ((center.x + radius * x * factor, center.y - radius * y * factor), toward >= 0)
  }
}
