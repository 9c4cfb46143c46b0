// Core Location for Linux. SPDX-License-Identifier: MIT

/// The list of keys and their effects.
enum HelpPanel {
  static let lines = [
    ("q", "quit, as Ctrl-C does"),
    ("1-6, Tab", "one panel, or the next; 0 all"),
    ("u, m n i", "units: metric, nautical, imperial"),
    ("d", "degrees, minutes or seconds"),
    ("t", "true or magnetic north"),
    ("s", "sort by name or by size"),
    ("r", "sentences as they come"),
    ("c", "clear the history"),
    ("space", "pause; what comes is still counted"),
    ("Ctrl-L", "draw everything anew"),
    ("Ctrl-Z", "stop; fg comes back"),
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
