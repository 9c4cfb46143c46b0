// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import LinuxSystem

/// The authorization of this process: takes requests, and provides the result.
///
/// There is one per process. Every call returns at once: it changes the state under the lock, and
/// ``AuthorizationThread`` performs what follows. Completions and observers are called on that thread.
package final class AuthorizationCenter: Sendable {
  /// Whether the application has declared that it requests permission by sessions only.
  package let requiresExplicitSession: Bool
  private let identifier: ApplicationIdentifier
  private let lock: CenterLock
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - policy: the administrator's file; without it, that of `directories`.
  ///   - processState: returns at once, on any thread, whether this process is in use, unless ``setInUse(_:)`` overrides it.
  ///   - log: receives a line for the user who runs the application, on any thread; escaped for terminals.
  /// - Throws: if the process has no descriptors or threads left.
  package init(
    application: Application = .current(),
    directories: AuthorizationDirectories = .current,
    policy: PolicyFile? = nil,
    asker: any AuthorizationAsker = TerminalAsker(),
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
    var effects = CenterState.Effects(ofMachine: complaints.map(AuthorizationEffect.log))
    let center = CenterState(machine, processState: state, into: &effects)
    do {
      lock = CenterLock(center, effects, try WakeUp(), processState)
    } catch {
      throw AuthorizationError(.watch, "for changes of permission", errno: error.errno)
    }
    self.now = now
    identifier = application.identity.identifier
    requiresExplicitSession = application.descriptions.requiresExplicitSession == true
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

  deinit { lock.change { _, effects in effects.isStopped = true } }

  // MARK: The present authorization

  /// The present authorization of the application; costs three system calls.
  package var authorization: Authorization { lock.change { state, _ in state.authorization } }

  /// Notifies of every change from now on.
  package func observe(_ changed: @escaping @Sendable (Authorization) -> Void) {
    lock.change { state, _ in state.observers.append(changed) }
  }

  // MARK: Requests

  /// Asks the person whether the location may be used while the application is in use, unless that has been decided.
  package func requestWhenInUse() { lock.change { $0.handle(.requestWhenInUse, into: &$1) } }

  /// Asks the person whether the location may be used at any time; asks only once.
  package func requestAlways() { lock.change { $0.handle(.requestAlways, into: &$1) } }

  /// Asks as ``requestWhenInUse()`` does, because the application uses a function that requires permission without a
  /// request.
  ///
  /// Does nothing if its Info.plist has `NSLocationRequireExplicitServiceSession`.
  package func requestImplicitly() { lock.change { $0.handle(.requestImplicitly, into: &$1) } }

  /// Lets the person decide again: opens the settings on a desktop, asks at a terminal, and names the command in any case.
  package func openSettings() { lock.change { $0.openSettings(into: &$1) } }

  /// Asks the person for full accuracy, until the application is no longer in use.
  ///
  /// - Parameter completion: called once, with `nil` if it is granted; the log has the reason if it is not.
  package func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    lock.change { $0.requestFullAccuracy(purposeKey, completion, into: &$1) }
  }

  /// Reports an event that requires Always and occurs while the application is not in use.
  ///
  /// If Always was granted provisionally, the person is asked when the application is next in the foreground.
  ///
  /// - Parameter settled: called once, with whether the event may be delivered. It may take long.
  package func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    lock.change { $0.alwaysNeeded(settled, into: &$1) }
  }

  // MARK: Use

  /// Sets whether the application is in use; `nil` lets its terminal or display decide again.
  package func setInUse(_ isInUse: Bool?) { lock.change { $0.declareUse(isInUse, into: &$1) } }

  /// Publishes what the location is used for, such as `standard` or `visits`, which `gps status` shows.
  package func publishUse(_ kinds: Set<String>, showsIndicator: Bool) {
    let entry = PresenceEntry(
      application: identifier.description, process: getpid(), since: now(), isInBackground: false,
      showsIndicator: showsIndicator, kinds: kinds.sorted())
    lock.change { $0.publishUse(kinds.isEmpty ? nil : entry, into: &$1) }
  }
}
