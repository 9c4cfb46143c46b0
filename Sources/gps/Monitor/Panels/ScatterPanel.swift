// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

/// The last positions around their mean, with the circles that contain 50 % and 95 % of them.
enum ScatterPanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("5 scatter", width, height)
    let points = scene.state.scatter.points
    guard !points.isEmpty else {
      screen.write("no fix yet", at: 0, 1, .dim)
      return screen
    }
    let half = FixScatter.radius(holding: 0.5, of: points)
    let most = FixScatter.radius(holding: 0.95, of: points)
    screen.write(words(scene, points.count, half, most), at: 0, 1)
    var canvas = DotCanvas(columns: width, rows: height - 2)
    let room = Double(min(canvas.width, canvas.height)) / 2 - 1
    guard room >= 4 else { return screen }
    let farthest = points.map(\.distance).max() ?? 0
    // An outlier must not shrink the others to a single dot.
    let scale = room / max(min(farthest, 2 * (most ?? farthest)) * 1.05, 0.1)
    let center = (x: Double(canvas.width - 1) / 2, y: Double(canvas.height - 1) / 2)
    if let half { canvas.circle(center.x, center.y, radius: half * scale, .dim) }
    if let most { canvas.circle(center.x, center.y, radius: most * scale, .dim) }
    let style = CellStyle(color: .cyan)
    for point in points {
      canvas.set(center.x + point.east * scale, center.y - point.north * scale, style)
    }
    canvas.draw(on: &screen, at: 0, 2)
    if let newest = points.last, newest.distance * scale < room {
      let x = Int((center.x + newest.east * scale).rounded())
      let y = Int((center.y - newest.north * scale).rounded())
      screen.set("x", at: x / 2, y / 4 + 2, .bold)
    }
    return screen
  }

  private static func words(
    _ scene: MonitorScene, _ count: Int, _ half: Double?, _ most: Double?
  ) -> String {
    guard let half, let most else {
      return counted(count, "fix", "fixes") + ", rings appear after \(FixScatter.fewest)"
    }
    let length = { (meters: Double) in scene.quantities.length(meters) }
    return "\(count) fixes, 50 % in \(length(half)), 95 % in \(length(most))"
  }
}
