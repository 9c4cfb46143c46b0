// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import NMEA0183

/// Sentence types, rates and defects, and the delay from bytes to a fix.
enum SentencePanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("6 sentences", width, height)
    guard scene.state.readsReceiver else {
      for (row, line) in reason(scene).wrapped(to: max(width, 10)).enumerated() {
        screen.write(line, at: 0, row + 1, .dim)
      }
      return screen
    }
    for (row, line) in summary(scene).enumerated() { screen.write(line, at: 0, row + 1) }
    let top = 1 + summary(scene).count
    let room = height - top
    guard room > 0 else { return screen }
    if scene.settings.showsRaw {
      for (row, text) in scene.state.sentences.texts.suffix(room).enumerated() {
        screen.write(text, at: 0, top + row)
      }
    } else {
      drawTable(scene, on: &screen, top: top, rows: room)
    }
    return screen
  }

  private static func reason(_ scene: MonitorScene) -> String {
    let traits = scene.state.view.status?.source.traits ?? []
    if traits.contains(.isFallback) { return "GeoClue reports positions, not sentences." }
    let program = traits.contains(.isService) ? "The location service" : "gpsd"
    return
      "\(program) reads the receiver and passes on positions, not sentences, so their number, checksums and "
      + "delays are unknown here."
  }

  private static func summary(_ scene: MonitorScene) -> [String] {
    let sentences = scene.state.sentences
    let defects = sentences.defects
    let others = defects.sentences - defects.checksumMismatches
    var lines = [
      "\(sentences.count) in total",
      "wrong checksums \(defects.checksumMismatches), other errors \(others)",
    ]
    guard let delay = scene.state.latency.summary else { return lines }
    let median = Quantities.milliseconds(delay.median)
    let longest = Quantities.milliseconds(delay.longest)
    lines.append("last byte to fix \(median), at most \(longest)")
    if let burst = scene.state.latency.burst {
      lines.append("first byte to fix \(Quantities.milliseconds(burst))")
    }
    return lines
  }

  private static func drawTable(
    _ scene: MonitorScene, on screen: inout Screen, top: Int, rows: Int
  ) {
    var entries = scene.state.sentences.entries
    if scene.settings.order == .size { entries.sort { $0.count > $1.count } }
    let isCut = entries.count > rows
    let shown = isCut ? rows - 1 : entries.count
    for (row, entry) in entries.prefix(shown).enumerated() {
      screen.write(entry.address, at: 0, top + row, within: 12)
      screen.write("\(entry.count)", endingAt: 21, top + row)
      if let rate = scene.state.sentences.rate(of: entry, at: scene.now) {
        screen.write(Quantities.number(rate, decimals: 1) + " per second", at: 23, top + row, .dim)
      }
    }
    if isCut { screen.write("and \(entries.count - shown) more", at: 0, top + rows - 1, .dim) }
  }
}
