// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The sky as a polar plot around the zenith: north is up, east is right; the rings are elevations of 0°, 30° and 60°.
///
/// Used satellites are filled, others hollow.
enum SkyPanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = scene.pane("2 sky", width, height)
    let view = SkyView(scene.state.satellites)
    let chart = Chart(columns: width, rows: height - 1)
    guard chart.radius >= 6 else { return screen }
    if view.satellites.isEmpty {
      screen.write("no satellites reported", at: 0, 1, .dim)
    }
    // The strongest is drawn last, so that nothing covers it, but labelled first, while there is space.
    let placed = view.byStrength.compactMap { satellite in
      chart.place(of: satellite).map { (satellite, $0) }
    }
    var canvas = chart.rings
    if scene.glyphs == .unicode {
      for (satellite, place) in placed.reversed() { chart.mark(satellite, place, on: &canvas) }
    }
    canvas.draw(on: &screen, at: 0, 1)
    chart.drawLetters(on: &screen)
    if scene.glyphs == .ascii {
      for (satellite, place) in placed.reversed() { chart.mark(satellite, place, on: &screen) }
    }
    var taken = Set(placed.flatMap { chart.cells(ofMarkAt: $0.1) })
    for (satellite, place) in placed { chart.label(satellite, place, &taken, on: &screen) }
    let count = view.satellites.count - placed.count
    if count > 0 { screen.write("\(count) without direction", endingAt: width, height - 1, .dim) }
    return screen
  }

  private struct Cells: Hashable {
    let column: Int
    let row: Int
  }

  /// The geometry of the plot in dots; the first row of the panel, its title, is not part of it.
  private struct Chart {
    let columns: Int
    let rows: Int
    let center: (x: Double, y: Double)
    let radius: Double

    init(columns: Int, rows: Int) {
      (self.columns, self.rows) = (columns, rows)
      center = (Double(columns * 2 - 1) / 2, Double(rows * 4 - 1) / 2)
      // Leaves space for the N and the S, which are drawn on the ring.
      radius = Double(min(columns * 2, rows * 4)) / 2 - 2
    }

    var rings: DotCanvas {
      var canvas = DotCanvas(columns: columns, rows: rows)
      for share in [1, 2 / 3.0, 1 / 3.0] {
        canvas.circle(center.x, center.y, radius: radius * share, .dim)
      }
      return canvas
    }

    func drawLetters(on screen: inout Screen) {
      let middle = (column: Int(center.x / 2), row: Int(center.y / 4) + 1)
      let reach = (columns: Int(radius / 2), rows: Int(radius / 4))
      screen.set("N", at: middle.column, max(1, middle.row - reach.rows), .bold)
      screen.set("S", at: middle.column, middle.row + reach.rows, .bold)
      screen.set("W", at: middle.column - reach.columns, middle.row, .bold)
      screen.set("E", at: middle.column + reach.columns, middle.row, .bold)
    }

    /// Returns the dot of a satellite; `nil` if its direction is unknown or below the horizon.
    func place(of satellite: SkyView.Satellite) -> (x: Int, y: Int)? {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth, elevation >= 0
      else { return nil }
      let distance = radius * (1 - min(Double(elevation), 90) / 90)
      let angle = Double(azimuth) * .pi / 180
      return (
        Int((center.x + distance * sin(angle)).rounded()),
        Int((center.y - distance * cos(angle)).rounded())
      )
    }

    /// Draws a disc or a ring of four by four dots.
    func mark(
      _ satellite: SkyView.Satellite, _ place: (x: Int, y: Int), on canvas: inout DotCanvas
    ) {
      for (y, line) in ["      ", "  XX  ", " XooX ", " XooX ", "  XX  ", "      "].enumerated() {
        for (x, dot) in line.enumerated() {
          let isSet = dot == "X" || dot == "o" && satellite.isUsed
          let (column, row) = (place.x - 2 + x, place.y - 2 + y)
          if isSet { canvas.set(column, row, satellite.style) } else { canvas.clear(column, row) }
        }
      }
    }

    /// Draws the mark as one character, on terminals without dots.
    func mark(
      _ satellite: SkyView.Satellite, _ place: (x: Int, y: Int), on screen: inout Screen
    ) {
      screen.set(
        satellite.isUsed ? "#" : "+", at: place.x / 2, place.y / 4 + 1, satellite.style)
    }

    func cells(ofMarkAt place: (x: Int, y: Int)) -> [Cells] {
      [-1, 2].flatMap { y in
        [-1, 2].map { x in Cells(column: (place.x + x) / 2, row: (place.y + y) / 4) }
      }
    }

    func label(
      _ satellite: SkyView.Satellite, _ place: (x: Int, y: Int), _ taken: inout Set<Cells>,
      on screen: inout Screen
    ) {
      let text = satellite.label
      let own = cells(ofMarkAt: place)
      let (left, right) = (own.map(\.column).min() ?? 0, own.map(\.column).max() ?? 0)
      let (top, bottom) = (own.map(\.row).min() ?? 0, own.map(\.row).max() ?? 0)
      let row = place.y / 4
      let choices = [
        (right + 1, row), (left - text.count, row), (left, top - 1), (left, bottom + 1),
        (right + 1, top), (right + 1, bottom), (left - text.count, top),
        (left - text.count, bottom),
      ]
      for (left, line) in choices where left >= 0 && left + text.count <= columns {
        let cells = (0..<text.count).map { Cells(column: left + $0, row: line) }
        guard (0..<rows).contains(line), taken.isDisjoint(with: cells) else { continue }
        taken.formUnion(cells)
        screen.write(text, at: left, line + 1, satellite.style)
        return
      }
    }
  }
}
