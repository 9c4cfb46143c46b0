// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

/// Satellite counts as text, for a terminal too small for charts.
enum CountPanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    let view = SkyView(scene.state.satellites)
    guard !view.satellites.isEmpty else {
      screen.write("no satellites reported", at: 0, 0, .dim)
      return screen
    }
    let mean = view.bestFour.map { "C/N0 \(Quantities.number($0, decimals: 0)) dB-Hz" }
    screen.flow([mean].compactMap(\.self).map { ($0, .plain) } + view.counts)
    return screen
  }
}
