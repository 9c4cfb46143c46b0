// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the keys choose.
struct MonitorSettings: Hashable {
  enum Units: Hashable, CaseIterable { case metric, nautical, imperial }
  /// How degrees are written: with decimals, with minutes, or with minutes and seconds.
  enum DegreeFormat: Hashable, CaseIterable { case decimal, minutes, seconds }
  /// What directions are measured from.
  enum North: Hashable, CaseIterable { case geographic, magnetic }
  /// What the panels that list things list first.
  enum Order: Hashable, CaseIterable {
    /// Satellites by their system, sentences by their address.
    case name
    /// The strongest satellite, the most frequent sentence.
    case size
  }

  var units = Units.metric
  var degrees = DegreeFormat.decimal
  var north = North.geographic
  var order = Order.name
  /// The panel that has all the room; `nil` shows as many as fit.
  var panel: MonitorPanel?
  var showsHelp = false
  /// Whether sentences are shown as they came.
  var showsRaw = false
  var isPaused = false

  /// What a key asks for that is not a setting.
  enum Wish: Hashable { case end, redraw, clearHistory }

  /// A key was pressed.
  ///
  /// - Returns: `nil` if that is all, or the key means nothing.
  mutating func pressed(_ key: MonitorKey) -> Wish? {
    // Any key ends the help, apart from those that end the program.
    let isHelp = showsHelp
    showsHelp = false
    switch key {
    case .character("q"), .character("Q"), .control("c"): return .end
    case _ where isHelp: break
    case .control("l"): return .redraw
    case .character("c"): return .clearHistory
    case .character("?"), .character("h"): showsHelp = true
    case .character("u"): units = units.next
    case .character("m"): units = .metric
    case .character("n"): units = .nautical
    case .character("i"): units = .imperial
    case .character("d"): degrees = degrees.next
    case .character("t"): north = north.next
    case .character("s"): order = order.next
    case .character("r"): showsRaw.toggle()
    case .character(" "): isPaused.toggle()
    case .character("0"), .escape: panel = nil
    case .control("i"): panel = panel.map(\.following) ?? MonitorPanel.allCases.first
    case .character(let digit):
      guard let number = digit.wholeNumberValue, let chosen = MonitorPanel(number: number) else {
        break
      }
      panel = panel == chosen ? nil : chosen
    case .control, .other: break
    }
    return nil
  }
}

/// A panel that a key can give all the room to.
enum MonitorPanel: Int, Hashable, CaseIterable {
  case position = 1
  case sky, signals, history, scatter, sentences

  init?(number: Int) { self.init(rawValue: number) }

  /// The panel behind this one; `nil` behind the last.
  fileprivate var following: MonitorPanel? { MonitorPanel(rawValue: rawValue + 1) }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The case behind this one; the first behind the last.
  fileprivate var next: Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}
