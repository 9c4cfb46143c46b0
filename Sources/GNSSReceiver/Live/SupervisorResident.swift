// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ReceiverDiscovery
import SerialLine

/// Performs what ``Supervisor`` decides: opens, reads and closes connections, on the receivers' reactor.
final class SupervisorResident: Resident {
  private let receivers: ReceiverSupervisor
  private var supervisor: Supervisor
  private var monitor: DeviceMonitor?
  private var connections: [OpenConnection] = []
  /// How many connections have been opened.
  private var openedCount = 0
  /// For what is read.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
  /// What the supervisor has decided; kept between calls to reuse its memory.
  private var effects = Supervisor.Effects()
  /// Ports that other programs have open, with the processes that hold them and the error that is reported.
  private var busyPorts: [String: (holders: [PortHolder], error: SourceError)] = [:]
  /// When the last wait ended.
  private var now: Duration = .zero

  /// - Parameter memory: the rates at which devices were last understood.
  init(_ receivers: ReceiverSupervisor, _ memory: RateMemory) {
    self.receivers = receivers
    let isNamed = if case .automatic = receivers.selection { false } else { true }
    supervisor = Supervisor(isNamed: isNamed, memory: memory, options: receivers.options)
    start()
  }

  deinit { buffer.deallocate() }

  /// Opens what was selected, and looks for devices.
  private func start() {
    for (preference, part) in receivers.selection.parts.enumerated() {
      switch part {
      case .source(var source):
        source.preference = preference
        supervisor.appeared(source, at: monotonicNow(), into: &effects)
      case .automatic:
        if let kind = receivers.options.service {
          let service = Source(identity: "service", kind: kind, likelihood: .service)
          supervisor.appeared(service, at: monotonicNow(), into: &effects)
          perform()
        }
        if let kind = receivers.options.fallback {
          let source = Source(identity: kind.name, kind: kind, likelihood: .certain)
          supervisor.appeared(source, at: monotonicNow(), into: &effects)
        }
      case .device(let selector):
        if let path = selector.path { awaitPath(path, preference) }
      case .inOrder: break
      }
    }
    if !receivers.selection.parts.allSatisfy(\.isSource) { monitor = DeviceMonitor() }
    readMonitor()
    perform()
    if supervisor.status.sources.isEmpty {
      // The absence of sources is news, too.
      receivers.notify([ReceiverEvent(.status(supervisor.status), at: monotonicNow())])
    }
  }

  // MARK: Waiting

  var deadline: Duration? {
    connections.reduce(supervisor.deadline) { earlier($0, $1.due) }
  }

  func watch(_ watched: inout Reactor.Watched) {
    watched.add(receivers.wakeUp.descriptor)
    watched.add(monitor?.descriptor)
    for open in connections { watched.add(open.connection.descriptor, for: open.events) }
    for open in connections where open.isConnecting {
      for attempt in open.connection.attempts { watched.add(attempt, for: POLLOUT) }
    }
  }

  func serve(_ ready: Reactor.Ready) {
    now = ready.now
    if ready.lateness >= receivers.options.longestDelay { discardInput() }
    let isWoken = ready[0] != 0
    if isWoken {
      receivers.wakeUp.clear()
      // Subscribers may have come.
      receivers.notify()
    }
    if let outbox = receivers.options.outbox { empty(outbox) }
    let attempts = (connections.count + 2)..<ready.count
    let isAnswered = attempts.contains { ready[$0] != 0 }
    // Reading does not change which connections exist; perform() closes them.
    for index in connections.indices {
      // Room for writing has been used already.
      let events = ready[index + 2] & ~(connections[index].isConnecting ? 0 : Int16(POLLOUT))
      // Without a descriptor, it is connecting, or another thread works on it and then wakes this one.
      let isPending = connections[index].connection.descriptor < 0
      guard events != 0 || connections[index].isDue(at: now) || isPending && (isWoken || isAnswered)
      else { continue }
      connections[index].due = nil
      serve(index, events)
    }
    perform()
    supervisor.elapse(to: now, into: &effects)
    if ready[1] != 0 { readMonitor() }
    perform()
  }

  /// Discards what arrived while this process was stopped, or kept from running.
  ///
  /// Its age is unknown, and it would be passed on as new. A subscriber that keeps bytes gets everything. A program that
  /// reports positions states only once what this process may know and how its receiver is doing, so the connection to
  /// it is opened again.
  private func discardInput() {
    if receivers.wantsEveryByte { return }
    for open in connections where !open.isConnecting {
      open.connection.discardInput()
      if supervisor.readsReports(open.identity) {
        supervisor.hungUp(open.identity, at: now, into: &effects)
      }
    }
  }

  /// Reads what has already arrived, if a subscriber keeps it, for a second at most, since a sender might never pause.
  func drainInput() {
    guard receivers.wantsEveryByte else { return }
    let end = monotonicNow() + .seconds(1)
    while !connections.isEmpty, monotonicNow() < end {
      var watched = Reactor.Watched()
      watch(&watched)
      var descriptors = watched.descriptors
      guard wait(for: &descriptors, until: .zero) else { return }
      serve(Reactor.Ready(now: monotonicNow(), descriptors: descriptors[...]))
    }
  }

  // MARK: Devices

  /// Adds a path that udev may not know, such as a pseudo-terminal.
  private func awaitPath(_ path: String, _ preference: Int) {
    var source = Source(
      identity: "tty:\(path)", kind: SerialSource(path), likelihood: .certain)
    source.preference = preference
    supervisor.appeared(source, at: monotonicNow(), into: &effects)
  }

  private func readMonitor() {
    while let event = monitor?.next() { deviceChanged(event) }
  }

  private func deviceChanged(_ event: DeviceEvent) {
    guard let source = receivers.selection.source(for: event.device) else { return }
    let now = monotonicNow()
    if case .removed = event {
      supervisor.vanished(source.identity, at: now, into: &effects)
    } else {
      supervisor.appeared(source, at: now, into: &effects)
    }
  }

  // MARK: Actions

  /// Carries out actions and passes on events until none are left.
  private func perform() {
    while true {
      if !effects.events.isEmpty {
        receivers.notify(effects.events)
        // removeAll is a generic call into the standard library.
        effects.events.removeLast(effects.events.count)
      }
      if effects.actions.isEmpty { return }
      let actions = effects.actions
      effects.actions = []
      for action in actions { perform(action) }
    }
  }

  private func perform(_ action: Supervisor.Action) {
    switch action {
    case .open(let source, let rate): open(source, rate)
    case .close(let identity):
      connections.removeAll { $0.identity == identity }
    case .setRate(let identity, let rate):
      guard let connection = connections.first(where: { $0.identity == identity })?.connection
      else { return }
      do throws(SourceError) {
        try connection.setRate(rate)
      } catch {
        supervisor.failed(identity, error, at: monotonicNow(), into: &effects)
      }
    case .remember(let identity, let rate):
      // A pseudo-terminal's number may belong to another one tomorrow.
      if !identity.hasPrefix("tty:/dev/pts/") { receivers.rates?.remember(rate, of: identity) }
    }
  }

  private func open(_ source: Source, _ rate: BaudRate?) {
    let identity = source.identity
    do throws(SourceError) {
      let connection = try connection(to: source.kind, rate)
      openedCount += 1
      connections.append(
        OpenConnection(
          identity: identity, number: openedCount, connection: connection,
          isConnecting: connection.isConnecting,
          due: connection.connectDeadline))
      if connection.isConnecting { return }
      supervisor.opened(
        identity, hasRate: connection.hasRate, at: monotonicNow(), into: &effects)
    } catch {
      supervisor.failed(identity, error, at: monotonicNow(), into: &effects)
    }
  }

  /// Opens a source; a port that another program has open is left to an inquiry whether that is the location service.
  private func connection(to kind: any SourceKind, _ rate: BaudRate?) throws(SourceError)
    -> any Connection
  {
    let request = OpenRequest(
      rate: rate, wakeUp: receivers.wakeUp, isWritten: receivers.options.outbox != nil)
    do throws(SourceError) {
      return try kind.open(request)
    } catch {
      guard case .port(let problem) = error, case .busy(let holders) = problem.cause else {
        throw error
      }
      // A port that stays busy is tried repeatedly; the service is asked only once.
      if let known = busyPorts[problem.path], known.holders == holders { throw known.error }
      return PortInquiry(about: problem, heldBy: holders, at: monotonicNow())
    }
  }

  // MARK: Bytes

  /// Writes what waits to the active receiver, and to no other.
  private func empty(_ outbox: ReceiverOutbox) {
    guard outbox.isWaiting else { return }
    guard let active = supervisor.writable,
      let index = connections.firstIndex(where: { $0.identity == active && !$0.isConnecting })
    else { return outbox.keepOnlyNew(at: now) }
    do throws(SourceError) { try connections[index].empty(outbox, at: now) } catch {
      supervisor.failed(active, error, at: now, into: &effects)
    }
  }

  /// Continues connecting a connection, or reads what has arrived on it.
  private func serve(_ index: Int, _ events: Int16) {
    let (identity, connection) = (connections[index].identity, connections[index].connection)
    do throws(SourceError) {
      if connections[index].isConnecting {
        try connection.connect(at: now)
        // Another address may be due.
        guard !connection.isConnecting else {
          connections[index].due = connection.connectDeadline
          return
        }
        connections[index].isConnecting = false
        supervisor.opened(
          identity, hasRate: connection.hasRate, at: monotonicNow(), into: &effects)
        // What came with the last answer is not announced again.
      }
      switch try connection.read(into: buffer) {
      case .bytes(let count): connections[index].due = received(count, of: identity)
      case .hungUp: supervisor.hungUp(identity, at: monotonicNow(), into: &effects)
      case .nothing:
        if events & Int16(POLLHUP | POLLNVAL) != 0 {
          supervisor.hungUp(identity, at: monotonicNow(), into: &effects)
        }
      }
    } catch {
      if let inquiry = connection as? PortInquiry {
        busyPorts[inquiry.error.path] = (inquiry.holders, error)
      }
      supervisor.failed(identity, error, at: monotonicNow(), into: &effects)
    }
  }

  /// Passes on what has been read; returns until when the bytes that follow may gather.
  private func received(_ count: Int, of identity: String) -> Duration? {
    let time = receivers.wantsBytes ? nanosecondsSince1970() : nil
    return supervisor.received(
      identity, UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes, time: time, at: now,
      into: &effects)
  }
}
