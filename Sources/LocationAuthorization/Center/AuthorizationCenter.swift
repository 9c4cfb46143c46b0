// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
package import FoundationEssentials
import Glibc
package import LinuxSystem

/// The authorization of this process: takes requests, and provides the result.
///
/// There is one per process. Every call returns at once: it changes the state under the lock, and what follows is performed on
/// the center's queue, in order, where files are read and written. Questions, completions and observers are called there, too. What
/// has to be waited for is waited for on a reactor.
package final class AuthorizationCenter: Sendable {
  /// Whether the application has declared that it requests permission by sessions only.
  package let requiresExplicitSession: Bool
  private let identifier: ApplicationIdentifier
  private let asker: any AuthorizationAsker
  private let processState: @Sendable () -> Foreground.ProcessState
  private let now: @Sendable () -> Date
  private let log: @Sendable (String) -> Void
  private let content: Mutex<Content>
  private let reactor: ReactorThread
  private let queue = DispatchQueue(label: "CoreLocation.consent")
  /// Used on the queue only.
  private let stored: Mutex<Stored>

  private struct Content {
    var state: CenterState
    /// What the queue has to perform.
    var effects: CenterState.Effects
    /// Whether the queue is about to perform them.
    var isPlanned = false
    var watchesForeground = false
    var watch: Reactor.Address<CenterWatch>?
  }

  private struct Stored: ~Copyable {
    var files: AuthorizationFiles
    var presence: PresenceFile
    /// Whether the log already contains why the presence cannot be published.
    var hasReportedPresence = false

    /// Publishes what the location is used for; returns why that is not possible, once.
    mutating func publish(_ entry: PresenceEntry?) -> String? {
      do {
        try presence.publish(entry)
        return nil
      } catch {
        return exchange(&hasReportedPresence, with: true) ? nil : error.description
      }
    }
  }

  /// - Parameters:
  ///   - policy: the administrator's file; without it, that of `directories`.
  ///   - reactor: where changes of files and of the foreground are waited for.
  ///   - processState: returns at once, on any thread, whether this process is in use, unless ``setInUse(_:)`` overrides it.
  ///   - log: receives a line for the user who runs the application, on any thread; escaped for terminals.
  /// - Throws: if the process has no descriptors or threads left.
  package init(
    application: Application = .current(),
    directories: AuthorizationDirectories = .current,
    policy: PolicyFile? = nil,
    asker: any AuthorizationAsker = TerminalAsker(),
    on reactor: ReactorThread = ReactorThread(),
    processState: @escaping @Sendable () -> Foreground.ProcessState = Foreground.ofThisProcess,
    now: @escaping @Sendable () -> Date = { Date() },
    log: @escaping @Sendable (String) -> Void
  ) throws(AuthorizationError) {
    var files = AuthorizationFiles(
      of: application.identity, store: directories.decisions.map { DecisionStore(directory: $0) },
      policy: policy ?? PolicyFile(path: directories.policy))
    let complaints = application.complaints + files.refresh()
    let state = processState()
    let machine = AuthorizationMachine(
      application: application.identity, descriptions: application.descriptions,
      records: files.records, isInUse: state.isInUse)
    var effects = CenterState.Effects(ofMachine: complaints.map(AuthorizationMachine.Effect.log))
    let center = CenterState(machine, processState: state, into: &effects)
    content = Mutex(Content(state: center, effects: effects))
    let paths = files.paths
    stored = Mutex(
      Stored(
        files: files, presence: PresenceFile(directory: directories.presence, process: getpid())))
    identifier = application.identity.identifier
    requiresExplicitSession = application.descriptions.requiresExplicitSession == true
    (self.asker, self.reactor, self.processState, self.now) = (asker, reactor, processState, now)
    self.log = { log($0.escapedForTerminal) }
    try watch(paths)
    change { _, _ in }
  }

  /// Starts watching the files and, while it matters, the foreground.
  private func watch(_ paths: [String]) throws(AuthorizationError) {
    let descriptor = FileWatch.descriptor()
    if descriptor < 0 {
      let error = AuthorizationError(.watch, paths[0], errno: errno)
      log(error.description + "; changes take effect at the next start")
    }
    do {
      let watch = try reactor.add { [weak self, queue] _ in
        CenterWatch(
          FileWatch(descriptor, paths: paths),
          filesChanged: { [weak self] in queue.async { [weak self] in self?.refreshFiles() } },
          // Every change begins with a check of the foreground.
          checkForeground: { [weak self] in self?.change { _, _ in } })
      }
      content.withLock { $0.watch = watch }
    } catch {
      close(descriptor)
      throw AuthorizationError(.watch, "for changes of permission", errno: error.errno)
    }
  }

  deinit {
    let watch = content.withLock(\.watch)
    // Not here, which may be the reactor's thread, or under a lock of the application.
    queue.async { [asker, reactor, stored] in
      asker.withdraw()
      if let watch { reactor.remove(watch) }
      _ = stored
    }
  }

  /// Changes the state after checking whether the application is in use, and has the queue perform what follows.
  @discardableResult
  private func change<Result: Sendable>(
    _ body: (inout CenterState, inout CenterState.Effects) -> Result
  ) -> Result {
    let processState = processState()
    let (result, isDue) = content.withLock { content in
      content.state.moved(to: processState, into: &content.effects)
      let result = body(&content.state, &content.effects)
      let watchesForeground = content.state.watchesForeground
      if watchesForeground != content.watchesForeground {
        content.watchesForeground = watchesForeground
        content.watch?.post { $0.watchesForeground = watchesForeground }
      }
      let isDue = !content.effects.isEmpty && !content.isPlanned
      if isDue { content.isPlanned = true }
      return (result, isDue)
    }
    if isDue { queue.async { [weak self] in self?.perform() } }
    return result
  }

  // MARK: The present authorization

  /// The present authorization of the application; costs three system calls.
  package var authorization: Authorization { change { state, _ in state.authorization } }

  /// Notifies of every change from now on.
  package func observe(_ changed: @escaping @Sendable (Authorization) -> Void) {
    change { state, _ in state.observers.append(changed) }
  }

  // MARK: Requests

  /// Asks the person whether the location may be used while the application is in use, unless that has been decided.
  package func requestWhenInUse() { change { $0.handle(.requestWhenInUse, into: &$1) } }

  /// Asks the person whether the location may be used at any time; asks only once.
  package func requestAlways() { change { $0.handle(.requestAlways, into: &$1) } }

  /// Asks as ``requestWhenInUse()`` does, because the application uses a function that requires permission without a
  /// request.
  ///
  /// Does nothing if its Info.plist has `NSLocationRequireExplicitServiceSession`.
  package func requestImplicitly() { change { $0.handle(.requestImplicitly, into: &$1) } }

  /// Lets the person decide again: opens the settings on a desktop, asks at a terminal, and names the command in any case.
  package func openSettings() { change { $0.openSettings(into: &$1) } }

  /// Asks the person for full accuracy, until the application is no longer in use.
  ///
  /// - Parameter completion: called once, with `nil` if it is granted; the log has the reason if it is not.
  package func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    change { $0.requestFullAccuracy(purposeKey, completion, into: &$1) }
  }

  /// Reports an event that requires Always and occurs while the application is not in use.
  ///
  /// If Always was granted provisionally, the person is asked when the application is next in the foreground.
  ///
  /// - Parameter settled: called once, with whether the event may be delivered. It may take long.
  package func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    change { $0.alwaysNeeded(settled, into: &$1) }
  }

  // MARK: Use

  /// Sets whether the application is in use; `nil` lets its terminal or display decide again.
  package func setInUse(_ isInUse: Bool?) { change { $0.declareUse(isInUse, into: &$1) } }

  /// Publishes what the location is used for, such as `standard` or `visits`, which `gps status` shows.
  package func publishUse(_ kinds: Set<String>, showsIndicator: Bool) {
    let entry = PresenceEntry(
      application: identifier.description, process: getpid(), since: now(), isInBackground: false,
      showsIndicator: showsIndicator, kinds: kinds.sorted())
    change { $0.publishUse(kinds.isEmpty ? nil : entry, into: &$1) }
  }

  // MARK: On the queue

  private func perform() {
    let (effects, use) = content.withLock { content in
      content.isPlanned = false
      return (exchange(&content.effects, with: CenterState.Effects()), content.state.publishedUse)
    }
    for effect in effects.ofMachine { perform(effect) }
    let problem = stored.withLock { $0.publish(use) }
    if let problem { log(problem) }
  }

  private func perform(_ effect: AuthorizationMachine.Effect) {
    switch effect {
    case .ask(let question):
      asker.ask(question) { [weak self] outcome in
        self?.change { $0.handle(.ended(question: question.number, outcome), into: &$1) }
      }
    case .withdraw: asker.withdraw()
    case .store(let decision, let old): store(decision, replacing: old)
    case .claimOnce(let decision, let old): store(decision, replacing: old, claimsOnce: true)
    case .notify(let authorization):
      for observer in content.withLock(\.state.observers) { observer(authorization) }
    case .complete(let request, let error):
      if let error { log(error.description) }
      content.withLock { $0.state.accuracyCompletions.removeValue(forKey: request) }?(error)
    case .settle(let request, let isAlways):
      content.withLock { $0.state.alwaysCompletions.removeValue(forKey: request) }?(isAlways)
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

  private func refreshFiles() {
    let (complaints, records) = stored.withLock { stored in
      let old = stored.files.records
      let complaints = stored.files.refresh()
      return (complaints, stored.files.records == old ? nil : stored.files.records)
    }
    for complaint in complaints { log(complaint) }
    if let records { change { $0.handle(.recordsChanged(records), into: &$1) } }
  }

  /// Stores a decision, unless it has been changed in the meantime: then the change prevails.
  ///
  /// - Parameter claimsOnce: whether that removes Once from the file, which another process may have done first.
  private func store(_ decision: Decision, replacing old: Decision?, claimsOnce: Bool = false) {
    let date = now()
    let (outcome, problems, records) = stored.withLock { stored in
      let (outcome, problems) = stored.files.replace(
        old, with: decision, at: date, whileWaiting: log)
      return (outcome, problems, stored.files.records)
    }
    for problem in problems { log(problem) }
    if case .stored(let decision) = outcome {
      change { $0.handle(claimsOnce ? .claimedOnce(decision) : .stored(decision), into: &$1) }
    } else if claimsOnce {
      change { $0.handle(.missedOnce, into: &$1) }
    }
    if case .overtaken = outcome { change { $0.handle(.recordsChanged(records), into: &$1) } }
  }
}
