// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationPage

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Show a receiver in the terminal, full screen.",
    discussion: """
      Shows position, sky, signals and history. Runs until q or Ctrl-C; ? lists the keys. It fits terminals of any size. If standard output is not a \
      terminal, or one that cannot draw (TERM=dumb), it prints what "gps watch" prints.

      gps monitor --replay drive.nmea --speed 10
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: TerminalWaitOptions
  @OptionGroup var recording: ReplayOptions
  @OptionGroup var units: UnitOptions
  @OptionGroup var signatures: AuthenticationOptions

  func run() throws {
    let units = try units.chosen()
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.waits
    let supervisor = try recording.supervisor(
      of: receiver, at: argument, asking: "gps monitor", wantsSatellites: true, takesSeveral: true,
      waits: waits, authenticator: try signatures.authenticator())
    guard MonitorTerminal.isThere(.current) else {
      let format: OutputFormat = isatty(STDOUT_FILENO) == 1 ? .text : .json
      let printed = WatchOutput(format: format, units: units, waits: waits, endingBy: interruption)
      return try WatchRun(supervisor: supervisor, printed: printed)
        .run(on: try Reactor(endingBy: interruption))
    }
    let listener = try supervisor.listen(takesBytes: true, keepsOldBytes: false)
    let monitor = try MonitorRun(listener, units, waits: waits, endingBy: interruption, .current)
    try monitor.run()
  }
}

/// A run of `gps monitor`: connects the receiver's events and the keys to the terminal.
final class MonitorRun {
  private let listener: ReceiverListener
  private let interruption: CInt
  private var terminal: MonitorTerminal
  private var messages: StatusMessages
  private var scene: MonitorScene
  /// What is shown while the display is paused.
  private var paused: MonitorScene?
  private var keys = KeyReader()
  private var pace = FramePace()
  private var listeners: ListenerCount?
  private var isEnded = false

  init(
    _ listener: ReceiverListener, _ units: UnitSystem, waits: Bool,
    endingBy interruption: CInt, _ environment: Environment
  ) throws {
    terminal = try MonitorTerminal(environment)
    (self.listener, self.interruption) = (listener, interruption)
    messages = StatusMessages(waits: waits, isMute: true)
    let now = monotonicNow()
    scene = MonitorScene(
      state: MonitorState(since: now), settings: MonitorSettings(units: units), now: now)
    scene.glyphs = Glyphs(environment)
  }

  /// Draws until the command is ended or the terminal is gone.
  func run() throws {
    guard terminal.enter(endingBy: interruption) else { return }
    defer { terminal.leave() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.listener.descriptor) { [self] in try receive() }
    reactor.whenReady(self.terminal.signal) { [self] in
      pace.changed()
      isEnded = !terminal.follow(endingBy: interruption)
    }
    reactor.whenReady(self.listeners?.descriptor) { [self] in countListeners { $0.read() } }
    reactor.whenReady(self.terminal.descriptor) { [self] in
      isEnded = terminal.typed().map(pressed) ?? true
    }
    reactor.whenReady(self.terminal.busy, for: POLLOUT) { [self] in
      isEnded = !terminal.flush()
    }
    reactor.whenDue(self.listeners?.due) { [self] now in countListeners { $0.ask(at: now) } }
    reactor.whenDue(self.terminal.isBusy ? nil : self.pace.due) { [self] in isEnded = !draw(at: $0)
    }
    try reactor.run { isEnded }
  }

  private func receive() throws {
    let events = listener.drain()
    let now = monotonicNow()
    let offset = Duration.nanoseconds(nanosecondsSince1970() - monotonicNanoseconds())
    for event in events {
      if case .bytes(let received) = event.content {
        scene.state.bytesArrived(at: .nanoseconds(received.time) - offset)
        // Once a second is often enough for counts of sentences.
        if scene.settings.showsRaw { pace.changed() }
      } else {
        pace.changed()
      }
      scene.state.received(event, at: now)
      if case .status(let status) = event.content {
        _ = try messages.statusChanged(to: status)
        followService()
      }
    }
  }

  /// Counts listeners if the receiver is read by the location service.
  private func followService() {
    let service = scene.state.view.status?.source.kind as? ServiceSource
    guard (service == nil) != (listeners == nil) else { return }
    listeners = service.map { ListenerCount($0.paths) }
    scene.state.clients = nil
  }

  private func countListeners(_ step: (inout ListenerCount) -> Void) {
    guard var counted = listeners else { return }
    step(&counted)
    if counted.count != scene.state.clients { pace.changed() }
    (listeners, scene.state.clients) = (counted, counted.count)
  }

  /// - Returns: whether the command is to end.
  private func pressed(_ bytes: [UInt8]) -> Bool {
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

  /// - Returns: false if the terminal is gone.
  private func draw(at now: Duration) -> Bool {
    scene.now = now
    var shown = scene
    if let paused {
      (shown.state, shown.now) = (paused.state, paused.now)
    }
    let size = terminal.size
    pace.drawn(at: now)
    return terminal.show(shown.screen(width: size.width, height: size.height))
  }
}

/// Asks the location service periodically how many programs listen to it.
struct ListenerCount {
  let paths: [String]
  /// The number of other programs that listen; `nil` if unknown.
  private(set) var count: Int?
  private(set) var due = Duration.zero
  private var connection: InquirySocket?

  init(_ paths: [String]) { self.paths = paths }

  var descriptor: CInt? { connection?.descriptor }

  /// Asks again; the number of a service that has not answered in the meantime becomes unknown.
  mutating func ask(at now: Duration) {
    if connection != nil { count = nil }
    connection = InquirySocket(paths, name: "gps monitor")
    if connection == nil { count = nil }
    due = now + .seconds(5)
  }

  mutating func read() {
    connection?.read()
    guard let connection, connection.isDone else { return }
    count = connection.answer.flatMap { $0.clients == nil ? nil : $0.count }
    self.connection = nil
  }
}
