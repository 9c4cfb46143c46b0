// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

/// A run of the page of `gps authorize`: connects the files of decisions and the keys to the terminal.
final class DecisionPageRun {
  private let settings: AuthorizationSettings
  private let interruption: CInt
  private let glyphs: Glyphs
  /// The application that the page was opened for, which is shown even if nothing has been decided about it.
  private let application: ApplicationIdentifier?
  private var terminal: MonitorTerminal
  private var page: DecisionPage
  private var keys = KeyReader()
  /// When to read the files again, since applications ask meanwhile.
  private var due: Duration = .zero
  private var isEnded = false

  init(
    _ settings: AuthorizationSettings, application: ApplicationIdentifier?,
    _ environment: Environment
  ) throws {
    interruption = try Interruption.awaited().descriptor
    terminal = try MonitorTerminal(environment)
    (self.settings, self.application) = (settings, application)
    page = DecisionPage(selecting: application)
    glyphs = Glyphs(environment)
  }

  func run() throws {
    try refresh()
    guard terminal.enter(endingBy: interruption) else { return }
    defer { terminal.leave() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.terminal.signal) { [self] in
      due = .zero
      page.hidden()
      isEnded = !terminal.follow(endingBy: interruption)
    }
    reactor.whenReady(self.terminal.descriptor) { [self] in
      isEnded = try terminal.typed().map(pressed) ?? true
    }
    reactor.whenReady(self.terminal.busy, for: POLLOUT) { [self] in
      isEnded = !terminal.flush()
      noteDrawn()
    }
    reactor.whenDue(self.page.reading.deadline) { [self] now in
      if page.elapse(to: now) { terminal.discardInput() }
    }
    reactor.whenDue(self.terminal.isBusy ? nil : self.due) { [self] now in
      due = now + .seconds(1)
      try refresh()
      isEnded = !draw()
    }
    try reactor.run { isEnded }
  }

  private func refresh() throws {
    page.show(try settings.listings(with: application))
  }

  private func pressed(_ bytes: [UInt8]) throws -> Bool {
    for key in keys.keys(in: bytes) {
      // What was typed is meant for what was on the terminal then.
      guard page.reading.isOver else { break }
      switch page.pressed(key) {
      case .end: return true
      case .decide(let application, let answer):
        try settings.change(application) { $0.decide(answer) }
      case .limit(let application, let accuracy):
        try settings.change(application) { $0.accuracy = accuracy }
      case nil:
        if key == .control("l") { terminal.forget() }
      }
      try refresh()
    }
    return !draw()
  }

  private func draw() -> Bool {
    let size = terminal.size
    defer { noteDrawn() }
    return terminal.show(page.screen(width: size.width, height: size.height, glyphs))
  }

  /// Tells the page that it is on the terminal, once the terminal has accepted all of it.
  private func noteDrawn() {
    if terminal.isShowing { page.drawn(at: monotonicNow()) }
  }
}
