// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LinuxSystem

/// The center's thread: owns the files, the watch over them and the presence, and performs the machine's effects.
struct AuthorizationThread: ~Copyable {
  private let lock: CenterLock
  private let asker: any AuthorizationAsker
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void
  private var files: AuthorizationFiles
  private var watch: FileWatch
  private var presence: PresenceFile
  /// Whether the log already contains why the presence cannot be published.
  private var hasReportedPresence = false

  /// How often the foreground is checked while it matters; the system does not notify when a process leaves it.
  private static let foregroundInterval = Duration.seconds(1)

  init(
    _ lock: CenterLock, files: AuthorizationFiles, presence: String?,
    asker: any AuthorizationAsker, now: @escaping @Sendable () -> Date,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.lock = lock
    self.asker = asker
    self.now = now
    self.log = { log($0.escapedForTerminal) }
    self.files = files
    self.presence = PresenceFile(directory: presence, process: getpid())
    let descriptor = FileWatch.descriptor()
    if descriptor < 0 {
      let error = AuthorizationError(.watch, files.paths[0], errno: errno)
      self.log(error.description + "; changes take effect at the next start")
    }
    watch = FileWatch(descriptor, paths: files.paths)
  }

  /// Runs until the center is released.
  mutating func run() {
    watch.rearm()
    refreshFiles()
    while true {
      let (effects, use, watchesForeground) = lock.takeEffects()
      if effects.isStopped { return asker.withdraw() }
      for effect in effects.ofMachine { perform(effect) }
      publish(use)
      wait(watchesForeground: watchesForeground)
    }
  }

  private mutating func wait(watchesForeground: Bool) {
    let deadline = watchesForeground ? monotonicNow() + Self.foregroundInterval : nil
    switch firstReadable(of: lock.wakeUp.descriptor, watch.descriptor, until: deadline) {
    case 0: lock.wakeUp.clear()
    case 1:
      watch.rearm()
      refreshFiles()
    default: break
    }
    // Every change begins with a check of the foreground.
    if watchesForeground { lock.change { _, _ in } }
  }

  private mutating func perform(_ effect: AuthorizationEffect) {
    switch effect {
    case .ask(let question):
      asker.ask(question) { [lock] outcome in
        lock.change { $0.handle(.ended(question: question.number, outcome), into: &$1) }
      }
    case .withdraw: asker.withdraw()
    case .store(let decision, let old): store(decision, replacing: old)
    case .claimOnce(let decision, let old): store(decision, replacing: old, claimsOnce: true)
    case .notify(let authorization):
      for observer in lock.withState({ $0.observers }) { observer(authorization) }
    case .complete(let request, let error):
      if let error { log(error.description) }
      lock.withState { $0.accuracyCompletions.removeValue(forKey: request) }?(error)
    case .settle(let request, let isAlways):
      lock.withState { $0.alwaysCompletions.removeValue(forKey: request) }?(isAlways)
    case .openSettings(let address): openSettings(at: address)
    case .log(let line): log(line)
    }
  }

  private func openSettings(at address: String) {
    guard let program = try? ProgramPath.find("xdg-open"),
      let process = try? ChildProcess([program, address], variables: [:])
    else { return log("cannot open the settings: there is no xdg-open; run the command above") }
    POSIXThread.detach { [log] in
      guard process.reap() != .exited(0) else { return }
      log("cannot open the settings: no program is installed for \(address); run the command above")
    }
  }

  // MARK: Files

  private mutating func refreshFiles() {
    let old = files.records
    for complaint in files.refresh() { log(complaint) }
    if files.records != old { recordsChanged() }
  }

  private func recordsChanged() {
    lock.change { [records = files.records] in $0.handle(.recordsChanged(records), into: &$1) }
  }

  /// Stores a decision, unless it has been changed in the meantime: then the change prevails.
  ///
  /// - Parameter claimsOnce: whether that removes Once from the file, which another process may have done first.
  private mutating func store(
    _ decision: Decision, replacing old: Decision?, claimsOnce: Bool = false
  ) {
    let outcome = files.replace(old, with: decision, at: now(), log)
    if case .stored(let decision) = outcome {
      lock.change { $0.handle(claimsOnce ? .claimedOnce(decision) : .stored(decision), into: &$1) }
    } else if claimsOnce {
      lock.change { $0.handle(.missedOnce, into: &$1) }
    }
    if case .overtaken = outcome { recordsChanged() }
  }

  // MARK: Presence

  private mutating func publish(_ entry: PresenceEntry?) {
    do {
      try presence.publish(entry)
    } catch {
      if !hasReportedPresence { log(error.description) }
      hasReportedPresence = true
    }
  }
}
