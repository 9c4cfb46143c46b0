// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// What `gps authorize` shows on the terminal: every application, and what was decided about it.
struct DecisionPage {
  /// What a key asks for.
  enum Action: Hashable {
    case end
    case decide(ApplicationIdentifier, Decision.Answer)
    case limit(ApplicationIdentifier, AuthorizedAccuracy)
  }

  /// The applications, in the order of their names.
  private(set) var listings: [DecisionListing] = []
  /// The application that keys refer to; `nil` if there is none.
  private(set) var selected: ApplicationIdentifier?
  /// Why the last key changed nothing.
  private(set) var note: String?
  /// Whether keys decide: not before what they decide about could be read.
  private(set) var reading = ReadingTime()

  init(selecting selected: ApplicationIdentifier? = nil) { self.selected = selected }

  /// Shows what is decided now; the selection remains as long as its application is there.
  mutating func show(_ listings: [DecisionListing]) {
    self.listings = listings
    guard selectedIndex == nil else { return }
    selected = listings.first?.application
    reading.hidden()
  }

  /// Processes that all of it is on the terminal.
  mutating func drawn(at now: Duration) { reading.shown(at: now) }

  /// Processes that something else was on the terminal meanwhile.
  mutating func hidden() { reading.hidden() }

  /// Advances to a time; returns whether what has been typed so far, and has not been read, is to be discarded.
  mutating func elapse(to now: Duration) -> Bool { reading.elapse(to: now) }

  private var selectedIndex: Int? { listings.firstIndex { $0.application == selected } }

  /// Handles a key, and returns what it asks for; `nil` if at most the page changes.
  mutating func pressed(_ key: MonitorKey) -> Action? {
    guard reading.isOver else { return nil }
    note = nil
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .character(" "), .control("m"), .control("j"): return decision()
    case .character("a"): return accuracy()
    case .character("q"), .escape: return .end
    default: break
    }
    return nil
  }

  private mutating func move(by step: Int) {
    guard let index = selectedIndex else { return }
    selected = listings[min(max(index + step, 0), listings.count - 1)].application
  }

  /// The answers that the space bar goes through.
  private static let answers: [Decision.Answer] = [
    .authorizedWhenInUse, .authorizedAlways, .denied, .notDetermined,
  ]

  private mutating func decision() -> Action? {
    guard let listing = changeable() else { return nil }
    let present = Self.answers.firstIndex(of: listing.decision?.answer ?? .notDetermined)
    return .decide(
      listing.application, Self.answers[((present ?? -1) + 1) % Self.answers.count])
  }

  private mutating func accuracy() -> Action? {
    guard let listing = changeable() else { return nil }
    return .limit(listing.application, listing.records.accuracy == .full ? .reduced : .full)
  }

  /// Returns the selected application, unless the administrator has decided about it.
  private mutating func changeable() -> DecisionListing? {
    guard let index = selectedIndex else { return nil }
    let listing = listings[index]
    guard listing.records.servicesEnabled, listing.records.rule?.status != .restricted else {
      note = "the administrator has decided this; only the policy can change it"
      return nil
    }
    return listing
  }

  private static let keys = "up, down choose   space change   a accuracy   q quit"

  func screen(width: Int, height: Int, _ glyphs: Glyphs) -> Screen {
    var screen = Screen(width: width, height: height, glyphs: glyphs)
    screen.write("Which applications may use the location", at: 0, 0, .bold)
    screen.write(note ?? Self.keys, at: 0, height - 1, note == nil ? .dim : .bold)
    guard !listings.isEmpty else {
      screen.write("No application has asked yet.", at: 0, 2)
      return screen
    }
    // Of the columns for people, the date is left out: what matters is what holds now.
    let rows = listings.map { [$0.cells[0], $0.cells[1], $0.cells[2], $0.cells[4]] }
    let columns = (1..<4).map { column in
      rows.map { Screen.columns(of: $0[column], in: glyphs) }.max() ?? 0
    }
    let others = columns.reduce(0) { $0 + ($1 > 0 ? $1 + 2 : 0) }
    let names = rows.map { Screen.columns(of: $0[0], in: glyphs) }.max() ?? 0
    let room = max(min(names, width - others - 2), 8)
    let visible = max(height - 4, 1)
    let first = min(max((selectedIndex ?? 0) - visible + 1, 0), max(rows.count - visible, 0))
    for (line, index) in (first..<min(first + visible, rows.count)).enumerated() {
      let row = line + 2
      screen.write(rows[index][0], at: 2, row, within: room)
      var column = 2 + room + 2
      for (cell, size) in zip(rows[index].dropFirst(), columns) where size > 0 {
        screen.write(cell, at: column, row)
        column += size + 2
      }
      guard index == selectedIndex else { continue }
      screen.write(">", at: 0, row)
      screen.paint(row: row, CellStyle(isReversed: true))
    }
    return screen
  }
}
