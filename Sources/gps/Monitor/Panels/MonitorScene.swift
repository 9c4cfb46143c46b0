// Core Location for Linux. SPDX-License-Identifier: MIT

/// Everything needed to draw a frame.
struct MonitorScene {
  var state: MonitorState
  var settings = MonitorSettings()
  /// The time of the frame, on the monotonic clock.
  var now: Duration
  var glyphs = Glyphs.unicode

  var quantities: Quantities {
    Quantities(units: settings.units, degrees: settings.degrees, glyphs: glyphs)
  }

  /// Returns a blank area with a title in its first row.
  func pane(_ title: String, _ width: Int, _ height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    let end = screen.write(title, at: 0, 0, .bold)
    for column in min(end + 1, width)..<width { screen.set(glyphs.rule, at: column, 0, .dim) }
    return screen
  }
}

// MARK: Which panels fit a terminal, and where they are placed

extension MonitorScene {
  func screen(width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    guard width >= 40, height >= 12 else {
      screen.put(LinePanel.draw(self, width: width, height: height), at: 0, 0)
      return screen
    }
    let top = StatePanel.rows(self, width: width)
    screen.put(StatePanel.draw(self, width: width, height: top), at: 0, 0)
    let body = height - top
    if settings.showsHelp {
      screen.put(HelpPanel.draw(self, width: width, height: body), at: 0, top)
    } else if let panel = settings.panel {
      screen.put(draw(panel, width: width, height: body), at: 0, top)
    } else if width >= 120, height >= 40 {
      drawAll(on: &screen, below: top)
    } else if width >= 80, height >= 24 {
      drawMost(on: &screen, below: top)
    } else {
      drawFigures(on: &screen, below: top)
    }
    return screen
  }

  private func draw(_ panel: MonitorPanel, width: Int, height: Int) -> Screen {
    switch panel {
    case .position: PositionPanel.draw(self, width: width, height: height)
    case .sky: SkyPanel.draw(self, width: width, height: height)
    case .signals: SignalPanel.draw(self, width: width, height: height)
    case .history: HistoryPanel.draw(self, width: width, height: height)
    case .scatter: ScatterPanel.draw(self, width: width, height: height)
    case .sentences: SentencePanel.draw(self, width: width, height: height)
    }
  }

  private func drawAll(on screen: inout Screen, below top: Int) {
    let body = screen.height - top - 1
    let columns: [(upper: MonitorPanel, lower: MonitorPanel, share: Double)] = [
      (.position, .sky, 0.38), (.signals, .scatter, 0.5), (.history, .sentences, 0.5),
    ]
    for (index, column) in columns.enumerated() {
      let left = index * (screen.width + 1) / 3
      let width = (index + 1) * (screen.width + 1) / 3 - left - 1
      let upper = Int(Double(body) * column.share)
      screen.put(draw(column.upper, width: width, height: upper), at: left, top)
      screen.put(draw(column.lower, width: width, height: body - upper), at: left, top + upper)
    }
    drawHint(on: &screen)
  }

  /// Draws the position above the signals, and the sky beside them.
  private func drawMost(on screen: inout Screen, below top: Int) {
    let body = screen.height - top - 1
    let width = screen.width / 2 - 1
    let upper = min(12, body / 2 + 1)
    let lower = settings.showsRaw ? MonitorPanel.sentences : .signals
    screen.put(draw(.position, width: width, height: upper), at: 0, top)
    screen.put(draw(lower, width: width, height: body - upper), at: 0, top + upper)
    screen.put(
      draw(.sky, width: screen.width - width - 1, height: body), at: width + 1, top)
    let others = MonitorPanel.allCases.filter { ![.position, .sky, lower].contains($0) }
    drawHint(on: &screen, others.map(\.hint).joined(separator: "  "))
  }

  /// Draws the position and the counts, with the signals beside them if they fit.
  private func drawFigures(on screen: inout Screen, below top: Int) {
    if settings.showsRaw {
      let height = screen.height - top
      return screen.put(draw(.sentences, width: screen.width, height: height), at: 0, top)
    }
    let isWide = screen.width >= 64
    let width = isWide ? 40 : screen.width
    let body = screen.height - top
    let counts = CountPanel.draw(self, width: width, height: 3)
    // Rows that the counts do not need go to the position.
    let upper = body - max(1, counts.lines.count { !$0.isEmpty })
    screen.put(
      PositionPanel.draw(self, width: width, height: upper, isTitled: false), at: 0, top)
    screen.put(counts, at: 0, top + upper)
    if isWide {
      let panel = draw(.signals, width: screen.width - width - 1, height: body)
      screen.put(panel, at: width + 1, top)
    }
  }

  /// - Parameter panels: the keys of panels, with the names of those for which there is no room.
  private func drawHint(on screen: inout Screen, _ panels: String = "\(MonitorPanel.keys) panel") {
    var column = 0
    for key in [
      "q quit", "? help", panels, "u units", "d degrees", "t north", "s sort", "space pause",
    ] where column + key.count <= screen.width {
      column += screen.write(key, at: column, screen.height - 1, .dim) + 2
    }
  }
}
