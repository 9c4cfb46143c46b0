// Core Location for Linux. SPDX-License-Identifier: MIT

/// Everything that a frame is drawn from.
struct MonitorScene {
  var state: MonitorState
  var settings = MonitorSettings()
  /// On the monotonic clock.
  var now: Duration
  var glyphs = Glyphs.unicode

  var quantities: Quantities {
    Quantities(units: settings.units, degrees: settings.degrees, glyphs: glyphs)
  }

  /// A blank part of the screen below a title.
  func pane(_ title: String, _ width: Int, _ height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    let end = screen.write(title, at: 0, 0, .bold)
    for column in min(end + 1, width)..<width { screen.set(glyphs.rule, at: column, 0, .dim) }
    return screen
  }
}
