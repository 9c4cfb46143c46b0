// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

/// A run of `gps wake`: watches for the programs that do not run, and starts them when something happens.
final class WakeRun {
  private let state: String
  private let supervisor: () throws -> ReceiverSupervisor
  private var listener: ReceiverListener?
  private var messages = StatusMessages(waits: true, continues: true)
  private var changes: WakeFiles
  private var programs: [ApplicationIdentifier: WatchedProgram] = [:]
  private var starts: WakeStarts
  /// When the files are read again, because some have changed.
  private var refresh: Duration?
  private var lastTime: Int64?
  /// How many programs the last line about that has named.
  private var announced: Int?
  private var isEnded = false

  /// Changes of files that come together are read together.
  private static let gathering = Duration.milliseconds(50)

  /// - Parameter supervisor: finds the receiver; called while something is watched, so that the port is closed otherwise.
  init(state: String, supervisor: @escaping () throws -> ReceiverSupervisor) throws {
    (self.state, self.supervisor) = (state, supervisor)
    changes = try WakeFiles(state)
    starts = try WakeStarts(state)
  }

  func run(endingBy interruption: CInt) throws {
    try readFiles()
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.listener?.descriptor) { [self] in try receive(listener?.drain() ?? []) }
    reactor.whenReady(self.changes.descriptor) { [self] in
      changes.rearm()
      refresh = refresh ?? monotonicNow() + Self.gathering
    }
    reactor.whenDue(self.refresh) { [self] _ in
      refresh = nil
      try readFiles()
    }
    reactor.whenReady(self.starts.descriptor) { [self] in starts.reap() }
    reactor.whenDue(self.starts.due) { [self] now in starts.elapse(programs, at: now) }
    try reactor.run { isEnded }
    _ = listener?.stop()
  }

  private func readFiles() throws {
    let applications = changes.follow()
    var new: [ApplicationIdentifier: WatchedProgram] = [:]
    for application in applications {
      let folder = WakeFolder(state: state, application: application)
      guard let registration = try? folder.registration(),
        (try? WakePermit.check(registration)) != nil
      else { continue }
      let pending = folder.events()
      var program =
        programs[application]?.renewed(registration)
        ?? WatchedProgram(registration, Self.memory(in: folder, pending))
      program.update(WatchedCircle.all(state, application), pending: pending)
      if !program.isEmpty || !program.pending.isEmpty { new[application] = program }
    }
    programs = new
    announce(registered: applications.count)
    starts.consider(programs, at: monotonicNow())
    try followDemand()
  }

  /// Says how many applications are watched for, when that changes; one line explains why there is none.
  private func announce(registered: Int) {
    guard programs.count != announced else { return }
    announced = programs.count
    switch programs.count {
    case 0 where registered == 0:
      complain("no application has registered for wake-ups; \(WakeListing.requirement)")
    case 0: complain("no application can be woken; \"gps wake list\" says why")
    default: complain("watching for " + counted(programs.count, "application"))
    }
  }

  private static func memory(in folder: WakeFolder, _ pending: [WakeFolder.Stored]) -> WatchMemory {
    var memory = (try? folder.read(WatchMemory.self, folder.watchFile)) ?? WatchMemory()
    memory.catchUp(with: pending.map(\.event))
    return memory
  }

  /// Listens while something is watched, and not otherwise.
  private func followDemand() throws {
    let isNeeded = programs.values.contains { !$0.isEmpty }
    if isNeeded, listener == nil {
      listener = try supervisor().listen()
    } else if !isNeeded, let listener {
      _ = listener.stop()
      self.listener = nil
    }
  }

  private func receive(_ events: [ReceiverEvent]) throws {
    for event in events {
      if try messages.received(event) { isEnded = true }
      if let fix = event.fix { receive(fix) }
    }
  }

  private func receive(_ fix: Fix) {
    guard let location = StoredLocation(any: fix) else { return }
    // A small step back is one sentence behind another; a large one is a clock that was set.
    if let lastTime, location.time < lastTime, location.time > lastTime - 10_000_000_000 { return }
    lastTime = location.time
    var hasEvents = false
    for application in programs.keys {
      guard let events = programs[application]?.received(location) else { continue }
      if !events.isEmpty {
        hasEvents = add(events, for: application) || hasEvents
      }
      storeMemory(of: application)
    }
    if hasEvents { starts.consider(programs, at: monotonicNow()) }
  }

  private func add(_ events: [WakeEvent], for application: ApplicationIdentifier) -> Bool {
    let folder = WakeFolder(state: state, application: application)
    guard let program = programs[application] else { return false }
    let added = RunningMark.whileAbsent(folder.mark) { () -> Bool in
      // The program may have run since its files were read, and know more than they said.
      var fresh = program
      fresh.update(WatchedCircle.all(state, application), pending: folder.events())
      let known = Set(fresh.watched)
      var journal = folder.journal()
      var hasAdded = false
      for event in events {
        if let circle = program.circle(of: event), !known.contains(circle) { continue }
        guard let kept = Self.attempt({ try folder.add(event) }) else { continue }
        fresh.added(event)
        (journal.lastEvent, journal.lastNumber, hasAdded) = (event, kept.number, true)
      }
      if hasAdded { Self.attempt { try folder.write(journal, folder.journalFile) } }
      fresh.update(WatchedCircle.all(state, application), pending: folder.events())
      programs[application] = fresh
      return hasAdded
    }
    return added ?? false
  }

  private func storeMemory(of application: ApplicationIdentifier) {
    guard let program = programs[application], program.hasNews else { return }
    let folder = WakeFolder(state: state, application: application)
    Self.attempt { try folder.write(program.memory, folder.watchFile) }
    programs[application]?.stored()
  }

  /// Performs an operation; a failure is one line, since other programs are watched for, too.
  @discardableResult
  private static func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      complain("\(error)")
      return nil
    }
  }
}
