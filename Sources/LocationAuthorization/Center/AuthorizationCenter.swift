// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import LinuxSystem

/// The authorization of this process: what is requested of it, and what it answers.
///
/// One for each process. Every call returns at once: it changes the state under the lock, and ``AuthorizationThread``
/// does what follows from that. Completions and observers are called on that thread.
package final class AuthorizationCenter: Sendable {
  private let lock: CenterLock
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - application: who this is.
  ///   - directories: where files are.
  ///   - policy: the administrator's file; without it, that of `directories`.
  ///   - asker: shows the questions.
  ///   - foreground: whether this process is in use, unless ``setInUse(_:)`` says so.
  ///   - now: the date, for what is kept and shown.
  ///   - log: receives a line for whoever runs the application, on any thread; escaped for terminals.
  /// - Throws: if the process has no descriptors or threads left.
  package init(
    application: Application = .current(),
    directories: AuthorizationDirectories = .current,
    policy: PolicyFile? = nil,
    asker: any AuthorizationAsker = TerminalAsker(),
    foreground: Foreground = .process,
    now: @escaping @Sendable () -> Date = { Date() },
    log: @escaping @Sendable (String) -> Void
  ) throws(AuthorizationError) {
    var files = AuthorizationFiles(
      of: application.identity, store: directories.decisions.map { DecisionStore(directory: $0) },
      policy: policy ?? PolicyFile(path: directories.policy))
    let complaints = application.complaints + files.refresh()
    let processState = foreground.processState
    let machine = AuthorizationMachine(
      application: application.identity, descriptions: application.descriptions,
      records: files.records, isInUse: processState.isInUse)
    do {
      lock = CenterLock(
        Mutex(CenterState(machine, processState: processState, complaints: complaints)),
        try WakeUp(), foreground)
    } catch {
      throw AuthorizationError(.watch, "for changes of permission", errno: error.errno)
    }
    self.now = now
    let known = files
    let thread = POSIXThread { [lock] in
      var thread = AuthorizationThread(
        lock, files: known, presence: directories.presence, asker: asker, now: now, log: log)
      thread.run()
    }
    guard let thread else {
      throw AuthorizationError(.watch, "for changes of permission", .system(EAGAIN))
    }
    thread.detach()
  }

  deinit { lock.change { $0.stop() } }

  // MARK: How the application stands

  /// How the application stands now; three system calls.
  package var authorization: Authorization { lock.change { $0.authorization } }

  /// Notifies of every change from now on, until the observation is ended or gone.
  package func observe(
    _ changed: @escaping @Sendable (Authorization) -> Void
  ) -> AuthorizationObservation {
    let number = lock.change { $0.addObserver(changed) }
    return AuthorizationObservation { [lock] in lock.change { $0.removeObserver(number) } }
  }

  // MARK: Requests

  /// Asks the person whether the location may be used while the application is in use, unless that is decided.
  package func requestWhenInUse() { lock.change { $0.handle(.requestWhenInUse) } }

  /// Asks the person whether the location may be used at any time; only once.
  package func requestAlways() { lock.change { $0.handle(.requestAlways) } }

  /// Asks as ``requestWhenInUse()`` does, as the application uses what requires permission without a request.
  ///
  /// Does nothing if its Info.plist has `NSLocationRequireExplicitServiceSession`.
  package func requestImplicitly() { lock.change { $0.handle(.requestImplicitly) } }

  /// Asks the person for full accuracy, until the application is no longer in use.
  ///
  /// - Parameter completion: called once, with `nil` if it is given.
  package func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    lock.change { $0.requestFullAccuracy(purposeKey, completion) }
  }

  /// Reports an event that requires Always and occurs while the application is not in use.
  ///
  /// Always that was never asked for is asked for now, that is, when the application is next in the foreground.
  ///
  /// - Parameter settled: called once, with whether the event may be delivered. It may take long.
  package func alwaysNeeded(settled: @escaping @Sendable (Bool) -> Void) {
    lock.change { $0.alwaysNeeded(settled) }
  }

  // MARK: Use

  /// Sets whether the application is in use, in place of its terminal or display.
  ///
  /// - Parameter isInUse: `nil` lets these decide again.
  package func setInUse(_ isInUse: Bool?) { lock.change { $0.declareUse(isInUse) } }

  /// Publishes what the location is used for, for people to see in `gps status`.
  ///
  /// - Parameters:
  ///   - kinds: such as `standard`, `regions`, `visits`; none if it is not used any more.
  ///   - showsIndicator: whether people are to be shown that it is used.
  package func publishUse(_ kinds: Set<String>, showsIndicator: Bool) {
    let date = now()
    lock.change { $0.publishUse(kinds, showsIndicator: showsIndicator, at: date) }
  }
}
