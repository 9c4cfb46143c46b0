// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool

/// Charts of the last five minutes: horizontal accuracy, and number of satellites used.
enum HistoryPanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("4 last 5 minutes", width, height)
    let seconds = scene.state.history.recent(at: scene.state.historyTime(at: scene.now))
    guard seconds.contains(where: { $0 != nil }) else {
      screen.write("no fix yet", at: 0, 1, .dim)
      return screen
    }
    let rows = (height - 1) / 2
    let quantities = scene.quantities
    drawChart(
      seconds.map { $0?.accuracy }, named: "accuracy", CellStyle(color: .cyan), on: &screen,
      top: 1, rows: rows, label: quantities.accuracy)
    drawChart(
      seconds.map { $0?.satellites.map(Double.init) }, named: "satellites used",
      CellStyle(color: .green), on: &screen, top: 1 + rows, rows: height - 1 - rows,
      label: { Quantities.number($0, decimals: 0) })
    return screen
  }

  private static let margin = 8

  /// Draws a curve from 0 to the largest value, with its name above and its scale on the left.
  private static func drawChart(
    _ values: [Double?], named name: String, _ style: CellStyle, on screen: inout Screen, top: Int,
    rows: Int, label: (Double) -> String
  ) {
    let plotRows = rows - 1
    guard plotRows > 0, screen.width > margin + 4 else { return }
    let newest = values.last.flatMap(\.self)
    screen.write(name + (newest.map { " \(label($0))" } ?? ""), at: 0, top)
    let largest = values.compactMap(\.self).max() ?? 0
    guard largest > 0, largest < 1e9 else { return }
    screen.write(label(largest), endingAt: margin - 1, top + 1, .dim)
    if plotRows > 1 { screen.write("0", endingAt: margin - 1, top + plotRows, .dim) }
    var canvas = DotCanvas(columns: screen.width - margin, rows: plotRows)
    var last: Int?
    for x in 0..<canvas.width {
      guard let value = value(of: values, x, canvas.width) else {
        last = nil
        continue
      }
      let y = Int(((1 - value / largest) * Double(canvas.height - 1)).rounded())
      canvas.line(x, from: last ?? y, to: y, style)
      last = y
    }
    canvas.draw(on: &screen, at: margin, top + 1)
  }

  /// Returns the largest value that falls into a column of dots; the newest values are on the right.
  private static func value(of values: [Double?], _ x: Int, _ width: Int) -> Double? {
    let start = x * values.count / width
    let end = max(start + 1, (x + 1) * values.count / width)
    return values[start..<min(end, values.count)].compactMap(\.self).max()
  }
}
