// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Signal strength: one bar for each satellite.
enum SignalPanel {
  /// dB-Hz at the bottom and the top of a bar; signals that a receiver tracks are in this range.
  private static let range = 10.0...50.0
  /// Columns of a bar, including the gap after it.
  private static let pitch = 3
  /// The fewest rows of a bank of bars, including the number and the system below them.
  private static let leastRows = 4

  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("3 signals, C/N0 in dB-Hz", width, height)
    let view = SkyView(scene.state.satellites)
    guard !view.satellites.isEmpty else {
      screen.write("no satellites reported", at: 0, 1, .dim)
      return screen
    }
    drawSummary(view, on: &screen)
    let perBank = max(1, width / pitch)
    let bars = ordered(view, scene.settings.order, perBank)
    let room = height - 2
    guard room >= leastRows else { return screen }
    let banks = min((bars.count + perBank - 1) / perBank, room / leastRows)
    let rows = room / max(1, banks)
    for bank in 0..<banks {
      let part = bars[(bank * perBank)..<min((bank + 1) * perBank, bars.count)]
      drawBank(Array(part), on: &screen, top: 2 + bank * rows, rows: rows)
    }
    let left = bars.count - banks * perBank
    if left > 0 { screen.write("and \(left) more", endingAt: width, 1, .dim) }
    return screen
  }

  private static func drawSummary(_ view: SkyView, on screen: inout Screen) {
    var column = 0
    if let mean = view.bestFour {
      let text = "best four \(Quantities.number(mean, decimals: 0))"
      column = screen.write(text, at: 0, 1, .bold) + 2
    }
    for (text, style) in view.counts {
      guard column + text.count <= screen.width else { return }
      column += screen.write(text, at: column, 1, style) + 2
    }
  }

  private static func ordered(
    _ view: SkyView, _ order: MonitorSettings.Order, _ perBank: Int
  ) -> [SkyView.Satellite] {
    guard order == .name else { return view.byStrength }
    // If not all of them fit, those that are tracked or used come first.
    let tracked = view.satellites.filter { $0.carrierToNoise != nil || $0.isUsed }
    let others = view.satellites.filter { $0.carrierToNoise == nil && !$0.isUsed }
    return tracked.count + others.count <= perBank ? view.satellites : tracked + others
  }

  private static func drawBank(
    _ satellites: [SkyView.Satellite], on screen: inout Screen, top: Int, rows: Int
  ) {
    let barRows = rows - 2
    for (index, satellite) in satellites.enumerated() {
      let column = index * pitch
      let style = satellite.style
      drawBar(satellite, style, on: &screen, column, top..<(top + barRows))
      let number = String(satellite.id.number)
      screen.write(number, endingAt: column + 2, top + barRows, style)
      let isFirst = index == 0 || satellites[index - 1].id.system != satellite.id.system
      if isFirst {
        let run = satellites[index...].prefix { $0.id.system == satellite.id.system }.count
        let name = satellite.id.system.style.name
        let fits = name.count <= run * pitch - 1
        screen.write(
          fits ? name : String(satellite.id.system.style.letter), at: column, top + barRows + 1,
          style)
      }
    }
  }

  /// Draws a bar in steps of half a cell; a satellite without a signal has none.
  private static func drawBar(
    _ satellite: SkyView.Satellite, _ style: CellStyle, on screen: inout Screen, _ column: Int,
    _ rows: Range<Int>
  ) {
    guard let strength = satellite.carrierToNoise, strength > 0 else { return }
    let share = (strength - range.lowerBound) / (range.upperBound - range.lowerBound)
    // A tracked signal is always visible.
    let halves = max(1, Int((min(max(share, 0), 1) * Double(rows.count * 2)).rounded()))
    let glyphs = screen.glyphs
    for row in rows {
      let height = halves - (rows.upperBound - 1 - row) * 2
      guard height > 0 else { continue }
      let full = satellite.isUsed ? glyphs.fullBlock : glyphs.lightBlock
      let half = satellite.isUsed ? glyphs.halfBlock : glyphs.lightBlock
      for offset in 0..<2 {
        screen.set(height > 1 ? full : half, at: column + offset, row, style)
      }
    }
    // The value goes above the bar if there is a row for it.
    let top = rows.upperBound - 1 - (halves + 1) / 2
    if rows.count >= 5, rows.contains(top) {
      screen.write(Quantities.number(strength, decimals: 0), at: column, top, .dim)
    }
  }
}
