// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Which panels a terminal has room for, and where they are.

extension MonitorScene {
  /// The whole picture.
  func screen(width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    guard width >= 40, height >= 12 else {
      screen.put(LinePanel.draw(self, width: width, height: height), at: 0, 0)
      return screen
    }
    screen.put(StatePanel.draw(self, width: width, height: 2), at: 0, 0)
    let body = height - 2
    if settings.showsHelp {
      screen.put(HelpPanel.draw(self, width: width, height: body), at: 0, 2)
    } else if let panel = settings.panel {
      screen.put(draw(panel, width: width, height: body), at: 0, 2)
    } else if width >= 120, height >= 40 {
      drawAll(on: &screen)
    } else if width >= 80, height >= 24 {
      drawMost(on: &screen)
    } else {
      drawFigures(on: &screen)
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

  /// Three columns with two panels each.
  private func drawAll(on screen: inout Screen) {
    let body = screen.height - 3
    let columns: [(upper: MonitorPanel, lower: MonitorPanel, share: Double)] = [
      (.position, .sky, 0.38), (.signals, .scatter, 0.5), (.history, .sentences, 0.5),
    ]
    for (index, column) in columns.enumerated() {
      let left = index * (screen.width + 1) / 3
      let width = (index + 1) * (screen.width + 1) / 3 - left - 1
      let upper = Int(Double(body) * column.share)
      screen.put(draw(column.upper, width: width, height: upper), at: left, 2)
      screen.put(draw(column.lower, width: width, height: body - upper), at: left, 2 + upper)
    }
    drawHint(on: &screen)
  }

  /// Position above signals, beside the sky.
  private func drawMost(on screen: inout Screen) {
    let body = screen.height - 3
    let width = screen.width / 2 - 1
    let upper = min(12, body / 2 + 1)
    let lower = settings.showsRaw ? MonitorPanel.sentences : .signals
    screen.put(draw(.position, width: width, height: upper), at: 0, 2)
    screen.put(draw(lower, width: width, height: body - upper), at: 0, 2 + upper)
    screen.put(
      draw(.sky, width: screen.width - width - 1, height: body), at: width + 1, 2)
    drawHint(on: &screen)
  }

  /// Position and counts; signals beside them if there is room.
  private func drawFigures(on screen: inout Screen) {
    if settings.showsRaw {
      let height = screen.height - 2
      return screen.put(draw(.sentences, width: screen.width, height: height), at: 0, 2)
    }
    let isWide = screen.width >= 64
    let width = isWide ? 40 : screen.width
    let counts = 3
    let upper = screen.height - 2 - counts
    screen.put(
      PositionPanel.draw(self, width: width, height: upper, isTitled: false), at: 0, 2)
    screen.put(CountPanel.draw(self, width: width, height: counts), at: 0, 2 + upper)
    if isWide {
      let height = screen.height - 2
      let panel = draw(.signals, width: screen.width - width - 1, height: height)
      screen.put(panel, at: width + 1, 2)
    }
  }

  private func drawHint(on screen: inout Screen) {
    screen.write(
      "q quit  ? help  1-6 panel  u units  d degrees  t north  s sort  r raw  space pause",
      at: 0, screen.height - 1, .dim)
  }
}
