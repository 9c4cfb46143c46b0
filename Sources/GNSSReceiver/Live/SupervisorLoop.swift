// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LinuxSystem
import ReceiverDiscovery
import SerialLine

/// Performs what ``Supervision`` decides: one thread that opens, waits for, reads and closes links.
struct SupervisorLoop: ~Copyable {
  private let supervisor: ReceiverSupervisor
  private var supervision: Supervision
  private let memory: RateMemoryFile?
  private var links: [OpenLink] = []
  /// How many links have been opened.
  private var openedCount = 0
  private var buffer = [UInt8](repeating: 0, count: 4096)
  /// What supervision has decided; kept between calls to reuse its memory.
  private var effects = Supervision.Effects()
  /// The descriptors to wait for: the wake-up, the monitor if there is one, the links, and attempts to connect; kept
  /// between waits to reuse the array's memory.
  private var waiting: [pollfd] = []
  /// Ports that other programs have open, with the processes that hold them and the error that is reported.
  private var busyPorts: [String: (holders: [PortHolder], error: SourceError)] = [:]
  /// When the last wait ended.
  private var now: Duration = .zero

  init(_ supervisor: ReceiverSupervisor) {
    self.supervisor = supervisor
    memory = supervisor.rates
    let isNamed = if case .automatic = supervisor.selection { false } else { true }
    supervision = Supervision(
      isNamed: isNamed, memory: memory?.read() ?? RateMemory(), options: supervisor.options)
  }

  /// Runs until there are no listeners.
  mutating func run() {
    var monitor: DeviceMonitor?
    for (preference, part) in supervisor.selection.parts.enumerated() {
      switch part {
      case .place(var candidate):
        candidate.preference = preference
        supervision.appeared(candidate, at: monotonicNow(), into: &effects)
      case .automatic:
        if let place = supervisor.options.service {
          let service = Candidate(identity: "service", place: place, likelihood: .service)
          supervision.appeared(service, at: monotonicNow(), into: &effects)
          perform()
        }
        if let place = supervisor.options.lastResort {
          let candidate = Candidate(identity: place.name, place: place, likelihood: .certain)
          supervision.appeared(candidate, at: monotonicNow(), into: &effects)
        }
      case .device(let selector):
        if let path = selector.path { awaitPath(path, preference) }
      case .inOrder: break
      }
    }
    if !supervisor.selection.parts.allSatisfy(\.isPlace) { monitor = DeviceMonitor() }
    while let event = monitor?.next() { deviceChanged(event) }
    let changes = monitor?.descriptor
    var hasLooked = false
    while supervisor.isWanted {
      perform()
      if !hasLooked, supervision.status.candidates.isEmpty {
        // The absence of candidates is news, too.
        supervisor.notify([ReceiverEvent(.status(supervision.status), at: monotonicNow())])
      }
      hasLooked = true
      let deadline = supervision.deadline
      _ = serveAll(or: changes, until: deadline)
      if let deadline, now >= deadline { supervision.elapse(to: now, into: &effects) }
      if waiting.count > 1, waiting[1].revents != 0 {
        while let event = monitor?.next() { deviceChanged(event) }
      }
    }
    if supervisor.wantsEveryByte { drainInput() }
  }

  /// Waits for bytes, a wake-up or another descriptor, and serves the links.
  ///
  /// - Returns: whether anything happened.
  private mutating func serveAll(or other: CInt? = nil, until deadline: Duration?) -> Bool {
    setPollDescriptors(with: other)
    let end = links.indices.reduce(deadline) { earlier($0, links[$1].due) }
    let isAnything = LinuxSystem.wait(for: &waiting, untilNanoseconds: end?.nanoseconds)
    now = Duration(nanoseconds: monotonicNanoseconds())
    if let end, now >= end, now - end >= supervisor.options.longestDelay { discardInput() }
    let isWoken = waiting[0].revents != 0
    if isWoken {
      supervisor.wakeUp.clear()
      // Listeners may have come.
      supervisor.notify()
    }
    if let outbox = supervisor.options.outbox { empty(outbox) }
    let isAnswered = waiting.dropFirst(links.count + 2).contains { $0.revents != 0 }
    // Reading does not change which links exist; perform() closes links.
    for index in links.indices {
      // Room for writing has been used already.
      let events = waiting[index + 2].revents & ~(links[index].isConnecting ? 0 : Int16(POLLOUT))
      // A link without a descriptor is connecting, or another thread works on it and then wakes this one.
      let isPending = waiting[index + 2].fd < 0
      guard events != 0 || links[index].isDue(at: now) || isPending && (isWoken || isAnswered)
      else { continue }
      links[index].due = nil
      serve(index, events)
    }
    guard isAnything else { return false }
    perform()
    return true
  }

  /// Sets the descriptors to wait for.
  private mutating func setPollDescriptors(with other: CInt?) {
    waiting.removeLast(waiting.count)
    wait(for: supervisor.wakeUp.descriptor)
    // poll ignores a negative descriptor.
    wait(for: other ?? -1)
    for index in links.indices {
      wait(for: links[index].link.descriptor, links[index].events)
    }
    for index in links.indices where links[index].isConnecting {
      for attempt in links[index].link.attempts { wait(for: attempt, Int16(POLLOUT)) }
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
    if supervisor.wantsEveryByte { return }
    for link in links where !link.isConnecting {
      link.link.discardInput()
      if supervision.readsReports(link.identity) {
        supervision.hungUp(link.identity, at: now, into: &effects)
      }
    }
  }

  /// Reads what has already arrived, for a second at most, since a sender might never pause.
  private mutating func drainInput() {
    let end = monotonicNow() + .seconds(1)
    while !links.isEmpty, serveAll(until: .zero), monotonicNow() < end {}
  }

  // MARK: Devices

  /// Adds a path that udev may not know, such as a pseudo-terminal.
  private mutating func awaitPath(_ path: String, _ preference: Int) {
    var candidate = Candidate(
      identity: "tty:\(path)", place: SerialPlace(path), likelihood: .certain)
    candidate.preference = preference
    supervision.appeared(candidate, at: monotonicNow(), into: &effects)
  }

  private mutating func deviceChanged(_ event: DeviceEvent) {
    guard let candidate = supervisor.selection.candidate(for: event.device) else { return }
    let now = monotonicNow()
    if case .removed = event {
      supervision.vanished(candidate.identity, at: now, into: &effects)
    } else {
      supervision.appeared(candidate, at: now, into: &effects)
    }
  }

  // MARK: Actions

  /// Carries out actions and passes on events until none are left.
  private mutating func perform() {
    while true {
      if !effects.events.isEmpty {
        supervisor.notify(effects.events)
        // removeAll is a generic call into the standard library.
        effects.events.removeLast(effects.events.count)
      }
      if effects.actions.isEmpty { return }
      let actions = effects.actions
      effects.actions = []
      for action in actions { perform(action) }
    }
  }

  private mutating func perform(_ action: Supervision.Action) {
    switch action {
    case .open(let candidate, let rate): open(candidate, rate)
    case .close(let identity):
      links.removeAll { $0.identity == identity }
    case .setRate(let identity, let rate):
      guard let link = links.first(where: { $0.identity == identity })?.link else { return }
      do throws(SourceError) {
        try link.setRate(rate)
      } catch {
        supervision.failed(identity, error, at: monotonicNow(), into: &effects)
      }
    case .remember(let identity, let rate):
      // A pseudo-terminal's number may belong to another one tomorrow.
      if !identity.hasPrefix("tty:/dev/pts/") { memory?.remember(rate, of: identity) }
    }
  }

  private mutating func open(_ candidate: Candidate, _ rate: BaudRate?) {
    let identity = candidate.identity
    do throws(SourceError) {
      let link = try link(to: candidate.place, rate)
      openedCount += 1
      links.append(
        OpenLink(
          identity: identity, number: openedCount, link: link, isConnecting: link.isConnecting,
          due: link.connectDeadline))
      if link.isConnecting { return }
      supervision.opened(
        identity, hasRate: link.hasRate, at: monotonicNow(), into: &effects)
    } catch {
      supervision.failed(identity, error, at: monotonicNow(), into: &effects)
    }
  }

  /// Opens a place; a port that another program has open is left to an inquiry whether that is the location service.
  private mutating func link(to place: any Place, _ rate: BaudRate?) throws(SourceError) -> any Link
  {
    let request = OpenRequest(
      rate: rate, wakeUp: supervisor.wakeUp, isWritten: supervisor.options.outbox != nil)
    do throws(SourceError) {
      return try place.open(request)
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
    guard let active = supervision.writable,
      let index = links.firstIndex(where: { $0.identity == active && !$0.isConnecting })
    else { return outbox.keepOnlyNew(at: now) }
    do throws(SourceError) { try links[index].empty(outbox, at: now) } catch {
      supervision.failed(active, error, at: now, into: &effects)
    }
  }

  /// Continues connecting a link, or reads what has arrived on it.
  private mutating func serve(_ index: Int, _ events: Int16) {
    let (identity, link) = (links[index].identity, links[index].link)
    do throws(SourceError) {
      if links[index].isConnecting {
        try link.connect(at: now)
        // Another address may be due.
        guard !link.isConnecting else {
          links[index].due = link.connectDeadline
          return
        }
        links[index].isConnecting = false
        supervision.opened(
          identity, hasRate: link.hasRate, at: monotonicNow(), into: &effects)
        // What came with the last answer is not announced again.
      }
      switch try read(link) {
      case .bytes(let count): links[index].due = received(count, of: identity)
      case .hungUp: supervision.hungUp(identity, at: monotonicNow(), into: &effects)
      case .nothing:
        if events & Int16(POLLHUP | POLLNVAL) != 0 {
          supervision.hungUp(identity, at: monotonicNow(), into: &effects)
        }
      }
    } catch {
      if let inquiry = link as? PortInquiry {
        busyPorts[inquiry.error.path] = (inquiry.holders, error)
      }
      supervision.failed(identity, error, at: monotonicNow(), into: &effects)
    }
  }

  /// Passes on what has been read; returns until when the bytes that follow may gather.
  private mutating func received(_ count: Int, of identity: String) -> Duration? {
    let bytes = buffer
    let time = supervisor.wantsBytes ? nanosecondsSince1970() : nil
    return supervision.received(
      identity, bytes.span.bytes.extracting(0..<count), time: time, at: now, into: &effects)
  }

  private mutating func read(_ link: any Link) throws(SourceError) -> ReadOutcome {
    var bytes = buffer.mutableSpan
    return try bytes.withUnsafeMutableBytes { bytes throws(SourceError) in
      try link.read(into: bytes)
    }
  }
}
