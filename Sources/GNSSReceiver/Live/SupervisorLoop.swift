// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LinuxSystem
import ReceiverDiscovery
import SerialLine

/// Performs what ``Supervisor`` decides: one thread that opens, waits for, reads and closes connections.
struct SupervisorLoop: ~Copyable {
  private let receivers: ReceiverSupervisor
  private var supervisor: Supervisor
  private let memory: RateMemoryFile?
  private var connections: [OpenConnection] = []
  /// How many connections have been opened.
  private var openedCount = 0
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// What supervisor has decided; kept between calls to reuse its memory.
  private var effects = Supervisor.Effects()
  /// The descriptors to wait for: the wake-up, the monitor if there is one, the connections, and attempts to connect; kept
  /// between waits to reuse the array's memory.
  private var waiting: [pollfd] = []
  /// Ports that other programs have open, with the processes that hold them and the error that is reported.
  private var busyPorts: [String: (holders: [PortHolder], error: SourceError)] = [:]
  /// When the last wait ended.
  private var now: Duration = .zero

  init(_ receivers: ReceiverSupervisor) {
    self.receivers = receivers
    memory = receivers.rates
    let isNamed = if case .automatic = receivers.selection { false } else { true }
    supervisor = Supervisor(
      isNamed: isNamed, memory: memory?.read() ?? RateMemory(), options: receivers.options)
  }

  /// Runs until there are no listeners.
  mutating func run() {
    var monitor: DeviceMonitor?
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
    while let event = monitor?.next() { deviceChanged(event) }
    let changes = monitor?.descriptor
    var hasLooked = false
    while receivers.isWanted {
      perform()
      if !hasLooked, supervisor.status.sources.isEmpty {
        // The absence of sources is news, too.
        receivers.notify([ReceiverEvent(.status(supervisor.status), at: monotonicNow())])
      }
      hasLooked = true
      let deadline = supervisor.deadline
      _ = serveAll(or: changes, until: deadline)
      if let deadline, now >= deadline { supervisor.elapse(to: now, into: &effects) }
      if waiting.count > 1, waiting[1].revents != 0 {
        while let event = monitor?.next() { deviceChanged(event) }
      }
    }
    if receivers.wantsEveryByte { drainInput() }
  }

  /// Waits for bytes, a wake-up or another descriptor, and serves the connections.
  ///
  /// - Returns: whether anything happened.
  private mutating func serveAll(or other: CInt? = nil, until deadline: Duration?) -> Bool {
    setPollDescriptors(with: other)
    let end = connections.indices.reduce(deadline) { earlier($0, connections[$1].due) }
    let isAnything = LinuxSystem.wait(for: &waiting, untilNanoseconds: end?.nanoseconds)
    now = Duration(nanoseconds: monotonicNanoseconds())
    if let end, now >= end, now - end >= receivers.options.longestDelay { discardInput() }
    let isWoken = waiting[0].revents != 0
    if isWoken {
      receivers.wakeUp.clear()
      // Listeners may have come.
      receivers.notify()
    }
    if let outbox = receivers.options.outbox { empty(outbox) }
    let isAnswered = waiting.dropFirst(connections.count + 2).contains { $0.revents != 0 }
    // Reading does not change which connections exist; perform() closes connections.
    for index in connections.indices {
      // Room for writing has been used already.
      let events =
        waiting[index + 2].revents & ~(connections[index].isConnecting ? 0 : Int16(POLLOUT))
      // A connection without a descriptor is connecting, or another thread works on it and then wakes this one.
      let isPending = waiting[index + 2].fd < 0
      guard events != 0 || connections[index].isDue(at: now) || isPending && (isWoken || isAnswered)
      else { continue }
      connections[index].due = nil
      serve(index, events)
    }
    guard isAnything else { return false }
    perform()
    return true
  }

  /// Sets the descriptors to wait for.
  private mutating func setPollDescriptors(with other: CInt?) {
    waiting.removeLast(waiting.count)
    wait(for: receivers.wakeUp.descriptor)
    // poll ignores a negative descriptor.
    wait(for: other ?? -1)
    for index in connections.indices {
      wait(for: connections[index].connection.descriptor, connections[index].events)
    }
    for index in connections.indices where connections[index].isConnecting {
      for attempt in connections[index].connection.attempts { wait(for: attempt, Int16(POLLOUT)) }
    }
  }

  private mutating func wait(for descriptor: CInt, _ events: Int16 = Int16(POLLIN)) {
    waiting.append(pollfd(fd: descriptor, events: events, revents: 0))
  }

  /// Discards what arrived while this process was stopped, or kept from running.
  ///
  /// Its age is unknown, and it would be passed on as new. A listener that keeps bytes gets everything. A program that
  /// reports positions states only once what this process may know and how its receiver is doing, so the connection to
  /// it is opened again.
  private mutating func discardInput() {
    if receivers.wantsEveryByte { return }
    for connection in connections where !connection.isConnecting {
      connection.connection.discardInput()
      if supervisor.readsReports(connection.identity) {
        supervisor.hungUp(connection.identity, at: now, into: &effects)
      }
    }
  }

  /// Reads what has already arrived, for a second at most, since a sender might never pause.
  private mutating func drainInput() {
    let end = monotonicNow() + .seconds(1)
    while !connections.isEmpty, serveAll(until: .zero), monotonicNow() < end {}
  }

  // MARK: Devices

  /// Adds a path that udev may not know, such as a pseudo-terminal.
  private mutating func awaitPath(_ path: String, _ preference: Int) {
    var source = Source(
      identity: "tty:\(path)", kind: SerialSource(path), likelihood: .certain)
    source.preference = preference
    supervisor.appeared(source, at: monotonicNow(), into: &effects)
  }

  private mutating func deviceChanged(_ event: DeviceEvent) {
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
  private mutating func perform() {
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

  private mutating func perform(_ action: Supervisor.Action) {
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
      if !identity.hasPrefix("tty:/dev/pts/") { memory?.remember(rate, of: identity) }
    }
  }

  private mutating func open(_ source: Source, _ rate: BaudRate?) {
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
  private mutating func connection(to kind: any SourceKind, _ rate: BaudRate?) throws(SourceError)
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

  /// Writes what waits to the receiver that serves, and to no other.
  private mutating func empty(_ outbox: ReceiverOutbox) {
    guard outbox.isWaiting else { return }
    guard let active = supervisor.writable,
      let index = connections.firstIndex(where: { $0.identity == active && !$0.isConnecting })
    else { return outbox.keepOnlyNew(at: now) }
    do throws(SourceError) { try connections[index].empty(outbox, at: now) } catch {
      supervisor.failed(active, error, at: now, into: &effects)
    }
  }

  /// Continues connecting a connection, or reads what has arrived on it.
  private mutating func serve(_ index: Int, _ events: Int16) {
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
      switch try read(connection) {
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
  private mutating func received(_ count: Int, of identity: String) -> Duration? {
    let bytes = buffer
    let time = receivers.wantsBytes ? nanosecondsSince1970() : nil
    return supervisor.received(
      identity, bytes.span.bytes.extracting(0..<count), time: time, at: now, into: &effects)
  }

  private mutating func read(_ connection: any Connection) throws(SourceError) -> ReadOutcome {
    var bytes = buffer.mutableSpan
    return try bytes.withUnsafeMutableBytes { bytes throws(SourceError) in
      try connection.read(into: bytes)
    }
  }
}
