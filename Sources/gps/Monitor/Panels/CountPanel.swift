// Core Location for Linux. SPDX-License-Identifier: MIT

/// Satellite counts as text, for a terminal too small for charts.
enum CountPanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    let view = SkyView(scene.state.satellites)
    guard !view.satellites.isEmpty else {
      screen.write("no satellites reported", at: 0, 0, .dim)
      return screen
    }
    var (column, row) = (0, 0)
    if let mean = view.bestFour {
      column = screen.write("C/N0 \(Quantities.number(mean, decimals: 0)) dB-Hz", at: 0, 0) + 2
    }
    for (text, style) in view.counts {
      if column > 0, column + text.count > width { (column, row) = (0, row + 1) }
      column += screen.write(text, at: column, row, style) + 2
    }
    return screen
  }
}
