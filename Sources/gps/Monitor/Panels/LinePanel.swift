// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver

/// State and position on one line, wrapped where the terminal is narrow.
enum LinePanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    var (column, row) = (0, 0)
    for (index, item) in items(scene).enumerated() {
      let columns = Screen.columns(of: item, in: scene.glyphs)
      if column > 0, column + columns > width { (column, row) = (0, row + 1) }
      let style =
        index == 0 ? CellStyle(color: StatePanel.color(scene.state), isBold: true) : .plain
      column += screen.write(item, at: column, row, style) + 2
    }
    return screen
  }

  private static func items(_ scene: MonitorScene) -> [String] {
    let state = scene.state
    let quantities = scene.quantities
    var items = [StatePanel.words(scene)]
    guard let position = state.view.position else {
      if let waited = state.view.waited(at: scene.now), !state.isEnded {
        items.append(Quantities.elapsed(waited))
      }
      if state.satellites.count > 0 { items.append("\(state.satellites.count) in view") }
      return items
    }
    let fix = position.fix
    items += [quantities.latitude(fix.latitude), quantities.longitude(fix.longitude)]
    if let accuracy = fix.horizontalAccuracy { items.append(quantities.accuracy(accuracy)) }
    items.append("\(Quantities.elapsed(scene.now - position.arrival)) old")
    if let speed = fix.speed { items.append(quantities.speed(speed)) }
    return items
  }
}
