// Core Location for Linux. SPDX-License-Identifier: MIT

/// Everything needed to draw a frame.
struct MonitorScene {
  var state: MonitorState
  var settings = MonitorSettings()
  /// The time of the frame, on the monotonic clock.
  var now: Duration
  var glyphs = Glyphs.unicode

  var quantities: Quantities {
    Quantities(units: settings.units, degrees: settings.degrees, glyphs: glyphs)
  }

  /// Returns a blank area with a title in its first row.
  func pane(_ title: String, _ width: Int, _ height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    let end = screen.write(title, at: 0, 0, .bold)
    for column in min(end + 1, width)..<width { screen.set(glyphs.rule, at: column, 0, .dim) }
    return screen
  }
}
