// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationJSON

/// State and position on one line, wrapped where the terminal is narrow.
enum LinePanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    let state = (
      text: StatePanel.words(scene),
      style: CellStyle(color: StatePanel.color(scene.state), isBold: true)
    )
    screen.flow([state] + items(scene).map { ($0, .plain) })
    return screen
  }

  private static func items(_ scene: MonitorScene) -> [String] {
    let (state, quantities) = (scene.state, scene.quantities)
    let fix = state.view.position?.fix
    let age = state.view.position.map { "\(Quantities.elapsed(scene.now - $0.arrival)) old" }
    let waited = fix == nil && !state.isEnded ? state.view.waited(at: scene.now) : nil
    let seen = fix == nil && state.satellites.count > 0 ? state.satellites.count : nil
    return [
      waited.map(Quantities.elapsed), seen.map { "\($0) in view" },
      fix.map { quantities.latitude($0.latitude) }, fix.map { quantities.longitude($0.longitude) },
      fix?.horizontalAccuracy.map(quantities.accuracy), age, fix?.speed.map(quantities.speed),
    ].compactMap(\.self) + (fix?.warnings.list.map(\.name) ?? [])
  }
}

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

/// The list of keys and their effects.
enum HelpPanel {
  static let lines = [
    ("q", "quit; so does Ctrl-C"),
    ("\(MonitorPanel.keys), Tab", "one panel, or the next; 0: all"),
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
