// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import LocationJSON
import LocationProtocols
import SerialLine

/// A status line (receiver, rate, state, duration), with the reason and advice below it.
enum StatePanel {
  static func draw(_ scene: MonitorScene, width: Int, height: Int) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    let color = CellStyle(color: color(scene.state), isBold: true, isReversed: true)
    screen.paint(row: 0, CellStyle(isReversed: true))
    var column = screen.write(" \(words(scene)) ", at: 0, 0, color)
    for item in fitting(scene, width - column) {
      column += screen.write(" \(item) ", at: column, 0, CellStyle(isReversed: true))
    }
    for (row, line) in lines(scene, width: width).enumerated() {
      screen.write(line, at: 1, row + 1, CellStyle(color: color.color))
    }
    return screen
  }

  /// Returns the rows needed: at least two, so that the panels below do not jump, and at most five.
  static func rows(_ scene: MonitorScene, width: Int) -> Int {
    min(max(lines(scene, width: width).count, 1), 4) + 1
  }

  private static func lines(_ scene: MonitorScene, width: Int) -> [String] {
    let texts = [
      warnings(scene.state), why(scene), standbys(scene.state.view.report), noticed(scene),
    ].compactMap(\.self)
    return texts.flatMap { $0.wrapped(to: width - 1) }
  }

  /// Returns why the present position should not be trusted; `nil` if nothing speaks against it.
  private static func warnings(_ state: MonitorState) -> String? {
    guard let warnings = state.view.position?.fix.warnings, !warnings.isEmpty else { return nil }
    return "do not trust the position: " + warnings.list.map(\.meaning).joined(separator: "; ")
  }

  /// Returns what was noticed about the receivers in the last five minutes, such as that they contradict each other.
  private static func noticed(_ scene: MonitorScene) -> String? {
    guard let notice = scene.state.notice, scene.now - notice.time < .seconds(300) else {
      return nil
    }
    return "\(Quantities.elapsed(scene.now - notice.time)) ago: \(notice.text)"
  }

  private static func standbys(_ report: StateReport) -> String? {
    if report.standbys.isEmpty { return nil }
    let items = report.standbys.map { standby in
      switch standby.state {
      case "waitingForFix", "lost": "\(standby.device) without a fix"
      case "fix": "\(standby.device) with a fix"
      case "spare": standby.device
      default: "\(standby.device) (\(standby.state))"
      }
    }
    return "standby: " + items.joined(separator: ", ")
  }

  static func words(_ scene: MonitorScene) -> String {
    let pause = scene.settings.isPaused ? "paused, " : ""
    let warning = isWarned(scene.state) ? ", warning" : ""
    return pause + state(scene.state.view.status) + warning
  }

  /// Whether the present position should not be trusted.
  private static func isWarned(_ state: MonitorState) -> Bool {
    state.view.position?.fix.warnings.isEmpty == false
  }

  private static func state(_ status: SourceStatus?) -> String {
    guard let status else { return "no receiver" }
    switch status.state {
    case .opening: return "opening"
    case .connecting: return "connecting"
    case .silent: return "silent"
    case .detectingRate(let rate): return "trying \(rate) baud"
    case .waitingForFix: return "no fix yet"
    case .fix: return "fix"
    case .lost: return "fix lost"
    case .unplugged:
      return status.source.traits.contains(.isProgram) ? "disconnected" : "unplugged"
    case .failed: return "unusable"
    case .notAReceiver: return "not a receiver"
    case .denied: return "denied"
    case .standby, .unused: return "standby"
    case .ended: return "ended"
    case .relayed(let report): return state(report)
    }
  }

  private static func state(_ report: StateReport) -> String {
    switch report.code {
    case .noReceiver: "no receiver"
    case .starting: "starting"
    case .waitingForFix: report.state == "lost" ? "fix lost" : "no fix yet"
    case .fix: "fix"
    case .trouble: report.state == "unplugged" ? "unplugged" : "unusable"
    case .denied: "denied"
    case .ended: "ended"
    }
  }

  static func color(_ state: MonitorState) -> TerminalColor? {
    guard let status = state.view.status else { return .yellow }
    if status.state.hasFix { return isWarned(state) ? .red : .green }
    if case .lost = status.state { return .red }
    if case .ended = status.state { return nil }
    return status.isTrouble ? .red : .yellow
  }

  /// Returns the most important of age or duration, device, rates and listeners, as far as they fit.
  private static func fitting(_ scene: MonitorScene, _ width: Int) -> [String] {
    var items = items(scene)
    func total() -> Int {
      items.reduce(0) { $0 + Screen.columns(of: $1.text, in: scene.glyphs) + 2 }
    }
    while total() > width, items.count > 1,
      let least = items.indices.max(by: { items[$0].rank < items[$1].rank })
    {
      items.remove(at: least)
    }
    return items.map(\.text)
  }

  private static func items(_ scene: MonitorScene) -> [(text: String, rank: Int)] {
    let state = scene.state
    let age = state.view.position.map { "\(Quantities.elapsed(scene.now - $0.arrival)) old" }
    let waited = state.isEnded ? nil : state.view.waited(at: scene.now)
    let items: [(text: String?, rank: Int)] = [
      (age ?? waited.map { "for \(Quantities.elapsed($0))" }, 0), (device(state), 1),
      (baudRate(state).map { "\($0) baud" }, 3),
      (state.rate.map { "\(Quantities.number($0, decimals: $0 < 0.95 ? 1 : 0)) Hz" }, 2),
      (state.clients.map { $0 == 0 ? "no other listeners" : counted($0, "other listener") }, 4),
    ]
    return items.compactMap { text, rank in text.map { ($0, rank) } }
  }

  private static func device(_ state: MonitorState) -> String? {
    guard let status = state.view.status else { return nil }
    let source = status.source
    guard case .relayed(let report) = status.state, let device = report.device else {
      return source.name
    }
    let program = source.traits.contains(.isService) ? "the service" : source.name
    return "\(device) by \(program)"
  }

  private static func baudRate(_ state: MonitorState) -> UInt32? {
    if case .relayed(let report) = state.view.status?.state { return report.rate }
    return state.view.status?.rate?.rawValue
  }

  private static func why(_ scene: MonitorScene) -> String? {
    guard let status = scene.state.view.status else {
      return "no receiver is plugged in; \"gps list --all\" lists every port"
    }
    if status.state == .ended { return "the recording has ended; press q to quit" }
    if status.state.hasFix {
      if scene.state.view.report.isReduced {
        return "the service reduces positions to the center of a 5 km cell"
      }
      return status.source.model
    }
    return status.explanation
  }
}
