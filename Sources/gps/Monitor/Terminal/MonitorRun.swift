// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem

/// A run of `gps monitor`: connects the receiver's events and the keys to the terminal.
struct MonitorRun: ~Copyable {
  private let listener: ReceiverListener
  private let interruption: CInt
  private let variable: (String) -> String?
  private let signals: TerminalSignals
  private var terminal: MonitorTerminal
  private var messages: StatusMessages
  private var scene: MonitorScene
  /// What is shown while the display is paused.
  private var paused: MonitorScene?
  private var keys = KeyReader()
  private var pace = FramePace()
  private var listeners: ListenerCount?

  /// - Parameters:
  ///   - waits: whether a receiver that is absent may still be connected.
  ///   - interruption: a descriptor that becomes readable when the command is to end.
  ///   - variable: returns the value of an environment variable.
  /// - Throws: ``Failure`` if standard output is not a terminal.
  init(
    _ listener: ReceiverListener, waits: Bool, endingBy interruption: CInt,
    _ variable: @escaping (String) -> String?
  ) throws {
    let signals = try TerminalSignals.awaited()
    let terminal = try MonitorTerminal(variable)
    self.listener = listener
    self.interruption = interruption
    self.variable = variable
    self.signals = signals
    self.terminal = terminal
    messages = StatusMessages(waits: waits, isMute: true)
    let now = monotonicNow()
    scene = MonitorScene(state: MonitorState(since: now), now: now)
    setlocale(LC_CTYPE, "")
    scene.glyphs = Glyphs(
      codeset: nl_langinfo(CInt(CODESET)).map { String(cString: $0) } ?? "",
      terminal: variable("TERM") ?? "")
  }

  /// Draws until the command is ended or the terminal is gone.
  ///
  /// - Throws: ``Failure`` when the receiver cannot be used from the start.
  mutating func run() throws {
    guard enter() else { return }
    defer {
      listeners?.stop()
      terminal.leave()
    }
    while true {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal.descriptor, events: terminalEvents, revents: 0),
        pollfd(fd: listeners?.news.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      _ = wait(for: &ready, until: terminal.isBusy ? nil : pace.due)
      if ready[1].revents != 0 { return }
      if ready[0].revents != 0 { try receive() }
      if ready[2].revents != 0, !signalsCame() { return }
      if ready[4].revents != 0 { countListeners() }
      if ready[3].revents & ~Int16(POLLOUT) != 0 {
        guard let typed = terminal.typed(), !pressed(typed) else { return }
      }
      guard terminal.flush(), draw(at: monotonicNow()) else { return }
    }
  }

  private var terminalEvents: Int16 {
    Int16(POLLIN) | (terminal.isBusy ? Int16(POLLOUT) : 0)
  }

  // MARK: Receiving

  private mutating func receive() throws {
    let events = listener.drain()
    let now = monotonicNow()
    let offset = Duration.nanoseconds(nanosecondsSince1970() - monotonicNanoseconds())
    for event in events {
      if case .bytes(let received) = event {
        scene.state.bytesArrived(at: .nanoseconds(received.time) - offset)
        // Once a second is often enough for counts of sentences.
        if scene.settings.showsRaw { pace.changed() }
      } else {
        pace.changed()
      }
      scene.state.received(event, at: now)
      if case .status(let status) = event {
        _ = try messages.statusChanged(to: status)
        try followService()
      }
    }
  }

  /// Counts listeners if the receiver is read by the location service.
  private mutating func followService() throws {
    let service = scene.state.status?.candidate.place as? ServicePlace
    guard (service == nil) != (listeners == nil) else { return }
    listeners?.stop()
    listeners = try service.map { try ListenerCount($0.paths) }
    scene.state.clients = nil
  }

  private mutating func countListeners() {
    scene.state.clients = listeners?.received()
    pace.changed()
  }

  // MARK: Keys and signals

  /// - Returns: whether the command is to end.
  private mutating func pressed(_ bytes: [UInt8]) -> Bool {
    for key in keys.keys(in: bytes) {
      switch scene.settings.pressed(key) {
      case .end: return true
      case .redraw: terminal.forget()
      case .clearHistory: scene.state.clearHistory()
      case nil: break
      }
      if !scene.settings.isPaused { paused = nil } else if paused == nil { paused = scene }
      pace.changed()
    }
    return false
  }

  /// - Returns: false if the command is to end.
  private mutating func signalsCame() -> Bool {
    let (stop, hasContinued) = signals.received()
    pace.changed()
    guard stop || hasContinued else { return true }
    if stop {
      terminal.leave()
      signals.stop()
    }
    return enter()
  }

  /// Takes over the terminal once this process is in the foreground.
  ///
  /// - Returns: false if the command was interrupted before that.
  private mutating func enter() -> Bool {
    while !terminal.isForeground, signals.stopInBackground() {
      var ready = [pollfd(fd: interruption, events: Int16(POLLIN), revents: 0)]
      if poll(&ready, 1, 0) > 0 { return false }
    }
    terminal.enter()
    return true
  }

  // MARK: Drawing

  /// Draws a frame if it is due.
  ///
  /// - Returns: false if the terminal is gone.
  private mutating func draw(at now: Duration) -> Bool {
    guard !terminal.isBusy, now >= pace.due else { return true }
    scene.now = now
    var shown = scene
    if let paused {
      (shown.state, shown.now) = (paused.state, paused.now)
    }
    let size = terminal.size(variable)
    pace.drawn(at: now)
    return terminal.show(shown.screen(width: size.width, height: size.height))
  }
}
