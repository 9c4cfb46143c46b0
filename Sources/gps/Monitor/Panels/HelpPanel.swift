// Core Location for Linux. SPDX-License-Identifier: MIT

/// The list of keys and their effects.
enum HelpPanel {
  static let lines = [
    ("q", "quit; so does Ctrl-C"),
    ("1-6, Tab", "one panel, or the next; 0: all"),
    ("u, m n i", "units: metric, nautical, imperial"),
    ("d", "degrees, minutes or seconds"),
    ("t", "true or magnetic north"),
    ("s", "sort by name or by size"),
    ("r", "show sentences as received"),
    ("c", "clear the history"),
    ("space", "pause; counting continues"),
    ("Ctrl-L", "redraw the screen"),
    ("Ctrl-Z", "suspend; fg resumes"),
  ]

  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("keys", width, height)
    for (row, line) in lines.enumerated() {
      screen.write(line.0, at: 0, row + 1, .bold)
      screen.write(line.1, at: 10, row + 1)
    }
    return screen
  }
}
