// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
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
