// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPage

struct MonitorSettings: Hashable {
  enum DegreeFormat: Hashable, CaseIterable { case decimal, minutes, seconds }
  enum North: Hashable, CaseIterable { case geographic, magnetic }
  enum Order: Hashable, CaseIterable {
    /// Satellites by system, sentences by address.
    case name
    /// The strongest satellite or the most frequent sentence first.
    case size
  }

  /// Those of lengths, speeds and, until another format is chosen, of positions.
  var units = UnitSystem.metric {
    didSet { degrees = units == .nautical ? .minutes : .decimal }
  }
  var degrees = DegreeFormat.decimal
  var north = North.geographic
  var order = Order.name
  /// The panel that fills the screen; if `nil`, as many as fit are shown.
  var panel: MonitorPanel?
  var showsHelp = false
  var showsRaw = false
  var isPaused = false

  init(units: UnitSystem = .metric) {
    // An initializer does not call the observer.
    (self.units, degrees) = (units, units == .nautical ? .minutes : .decimal)
  }

  /// A key's request that is not a setting.
  enum Request: Hashable { case end, redraw, clearHistory }

  /// - Returns: a request for the caller; `nil` if there is none or the key has no meaning.
  mutating func pressed(_ key: MonitorKey) -> Request? {
    // Any key closes the help, except those that end the program.
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
    case .control("i"): panel = MonitorPanel(rawValue: (panel?.rawValue ?? 0) + 1)
    case .character(let digit):
      guard let chosen = digit.wholeNumberValue.flatMap(MonitorPanel.init) else { break }
      panel = panel == chosen ? nil : chosen
    case .control, .up, .down, .other: break
    }
    return nil
  }
}

/// A panel that a key can enlarge to the whole screen.
enum MonitorPanel: Int, Hashable, CaseIterable {
  case position = 1
  case sky, signals, history, scatter, sentences

  /// The keys of all panels, for people.
  static var keys: String { "1-\(allCases.count)" }

  /// Its key and its name, for people.
  var hint: String { "\(rawValue) \(self)" }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  fileprivate var next: Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }
}
