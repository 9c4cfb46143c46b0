// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

/// The programs that have been started, and those that are to be.
final class WakeStarts {
  private let state: String
  private let starter = ProgramStarter()
  private let ended: WakeUp
  private var running: [ApplicationIdentifier: WakeStart] = [:]
  /// When programs that were killed are started again.
  private var retries: [ApplicationIdentifier: (backoff: Backoff, due: Duration)] = [:]
  /// When to look again, for another reason.
  private var look: Duration?
  private var count = 0

  init(_ state: String) throws {
    self.state = state
    guard let ended = Self.childHasEnded else {
      throw Failure("cannot wait for programs: no descriptors left", EX_OSERR)
    }
    self.ended = ended
    // It exists before the handler is installed, which calls only write(2).
    signal(SIGCHLD) { _ in WakeStarts.childHasEnded?.signal() }
    unblock([SIGCHLD])
  }

  private static let childHasEnded = try? WakeUp()

  var descriptor: CInt { ended.descriptor }

  /// When ``elapse(_:at:)`` has something to do; `nil` if it has nothing to do.
  var due: Duration? {
    let patience = running.values.filter { !$0.isRecorded }.map(\.patience).min()
    let answer = running.values.compactMap(\.answer).min()
    return earlier(earlier(earlier(patience, answer), look), retries.values.map(\.due).min())
  }

  private func folder(_ application: ApplicationIdentifier) -> WakeFolder {
    WakeFolder(state: state, application: application)
  }

  func consider(_ programs: [ApplicationIdentifier: WatchedProgram], at now: Duration) {
    for (application, program) in programs.sorted(by: { $0.key < $1.key }) {
      recordDelivery(application, program)
      if !program.pending.isEmpty, let newest = newestDue(application, at: now) {
        start(application, for: newest, at: now)
      }
    }
  }

  /// Returns the newest event for which an application is to be started now; `nil` if it is not.
  private func newestDue(_ application: ApplicationIdentifier, at now: Duration) -> Int? {
    if let retry = retries[application], retry.due > now { return nil }
    guard running[application] == nil else { return nil }
    let folder = folder(application)
    // As they are now: the program may have been notified since its files were read.
    guard let newest = folder.events().last?.number else { return nil }
    let journal = folder.journal()
    let clock = nanosecondsSince1970()
    guard newest > journal.abandoned, !journal.isFailing(at: clock) else { return nil }
    // A gps wake that was killed may have started it just now.
    if let last = journal.lastStart, last.outcome == .started, last.number >= newest, last.time > 0
    {
      let age = clock - last.time
      if age >= 0, age < 10_000_000_000 {
        look = earlier(look, now + .nanoseconds(10_000_000_000 - age))
        return nil
      }
    }
    return RunningMark.whileAbsent(folder.mark) { newest }
  }

  func elapse(_ programs: [ApplicationIdentifier: WatchedProgram], at now: Duration) {
    if let look, look <= now { self.look = nil }
    for (application, start) in running where start.answer.map({ $0 <= now }) == true {
      running[application]?.answer = nil
      ProgramStarter.giveUp(start.started)
    }
    for (application, start) in running where start.patience <= now && !start.isRecorded {
      running[application]?.isRecorded = true
      record(.ignored, "it is running without processing its events", application)
    }
    consider(programs, at: now)
    for (application, retry) in retries where retry.due <= now && running[application] == nil {
      retries[application]?.due = now + .seconds(60)
    }
  }

  private func start(_ application: ApplicationIdentifier, for newest: Int, at now: Duration) {
    guard let registration = permitted(application) else { return }
    let folder = folder(application)
    var journal = folder.journal()
    journal.recordStart(for: newest, at: nanosecondsSince1970())
    // Without this, a program that crashes could be started forever.
    do throws(AuthorizationError) {
      try folder.write(journal, folder.journalFile)
    } catch {
      return complain("not started: \(application): \(error)")
    }
    guard let started = started(registration) else { return }
    complain("started \(application)")
    running[application] = WakeStart(started, for: newest, at: now)
  }

  /// Returns what is registered, if it may be started: once more, immediately before, since a decision or the file may have
  /// changed.
  private func permitted(_ application: ApplicationIdentifier) -> WakeRegistration? {
    guard let registration = try? folder(application).registration() else { return nil }
    do throws(WakePermit.Refusal) {
      try WakePermit.check(registration)
      return registration
    } catch {
      complain("not started: \(application): \(error.reason)")
      return nil
    }
  }

  /// - Parameter asChild: whether the user's systemd has been asked already, without success.
  private func started(
    _ registration: WakeRegistration, asChild: Bool = false
  ) -> ProgramStarter.Started? {
    count += 1
    let name = "gps-woken-\(getpid())-\(count)"
    let path = registration.executable.path
    if !asChild, let started = starter.startUnit(path, name: name) { return started }
    do throws(SystemError) {
      return try starter.startChild(path)
    } catch {
      record(.failed, describe(errno: error.errno), registration.application)
      complain("cannot start \(registration.application): \(describe(errno: error.errno))")
      return nil
    }
  }

  private func recordDelivery(_ application: ApplicationIdentifier, _ program: WatchedProgram) {
    guard let start = running[application],
      !program.pending.contains(where: { $0.number <= start.number })
    else { return }
    retries[application] = nil
    let journal = folder(application).journal()
    guard journal.lastStart?.outcome != .told else { return }
    record(.told, nil, application)
    running[application]?.isRecorded = true
  }

  func reap() {
    ended.clear()
    for (application, start) in running {
      guard let end = ProgramStarter.end(of: start.started) else { continue }
      running[application] = nil
      if end == .noManager {
        startAsChild(application, start)
      } else {
        recordEnd(of: application, start, end)
      }
      look = monotonicNow()
    }
  }

  /// Starts a program again that systemd has not started, since it does not answer.
  private func startAsChild(_ application: ApplicationIdentifier, _ start: WakeStart) {
    guard let registration = permitted(application),
      let started = started(registration, asChild: true)
    else { return }
    running[application] = WakeStart(started, for: start.number, at: monotonicNow())
  }

  private func recordEnd(
    of application: ApplicationIdentifier, _ start: WakeStart, _ end: ProgramStarter.End
  ) {
    let isUndelivered = folder(application).events().contains { $0.number <= start.number }
    let (outcome, detail) = WakeStart.outcome(end)
    guard isUndelivered else { return record(.told, detail, application) }
    record(outcome, detail, application)
    guard outcome == .killed else { return }
    var backoff =
      retries[application]?.backoff ?? Backoff(first: .seconds(1), longest: .seconds(60))
    retries[application] = (backoff, monotonicNow() + backoff.next())
    retries[application]?.backoff = backoff
  }

  private func record(
    _ outcome: WakeJournal.Outcome, _ detail: String?, _ application: ApplicationIdentifier
  ) {
    let folder = folder(application)
    var journal = folder.journal()
    journal.recordEnd(outcome, detail, at: nanosecondsSince1970())
    do throws(AuthorizationError) {
      try folder.write(journal, folder.journalFile, isDurable: false)
    } catch {
      complain("\(error)")
    }
    if outcome != .told {
      complain(
        "\(application) has not been notified: \(outcome.rawValue)\(detail.map { ", \($0)" } ?? "")"
      )
    }
  }
}

/// A program that was started for its events, until it has ended.
struct WakeStart {
  let started: ProgramStarter.Started
  let number: Int
  /// Until when it is expected to take its events.
  let patience: Duration
  /// Until when the user's systemd is expected to start it; `nil` for a child, and once that is settled.
  var answer: Duration?
  /// Whether the journal has how it went, so far.
  var isRecorded = false

  init(_ started: ProgramStarter.Started, for number: Int, at now: Duration) {
    (self.started, self.number, patience) = (started, number, now + Self.patience)
    answer = started.report == nil ? nil : now + Self.answering
  }

  /// How long a program may take until its delegate is notified; on a busy machine, starting alone takes seconds.
  private static let patience = Duration.seconds(20)
  /// How long a user manager may take to start a unit, which usually takes a tenth of a second.
  private static let answering = Duration.seconds(5)

  /// Returns the outcome for a program that has ended without taking its events, and a few words about it.
  static func outcome(
    _ end: ProgramStarter.End
  ) -> (outcome: WakeJournal.Outcome, detail: String) {
    switch end {
    case .ended(.exited(let code)): return (.ended, "exit code \(code)")
    case .ended(.signaled(let number)):
      let isKilled = [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(number)
      return (isKilled ? .killed : .ended, "signal \(number)")
    case .noManager: return (.failed, "no user manager")
    }
  }
}
