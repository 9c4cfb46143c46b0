// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// The authorization of this process: asks, keeps, hears of changes, and tells of them.
///
/// One for each process. Every call returns at once; whoever waits is told on the center's own thread.
package final class AuthorizationCenter: Sendable {
  private let core: AuthorizationCore

  /// - Parameters:
  ///   - application: who this is.
  ///   - directories: where files are.
  ///   - policy: the administrator's file; without it, that of `directories`.
  ///   - asker: who shows questions.
  ///   - foreground: whether this process is in use, unless ``setInUse(_:)`` says so.
  ///   - now: the date, for what is kept and shown.
  ///   - log: takes a line for whoever runs the application, on any thread; escaped for terminals.
  /// - Throws: if the process has no descriptors or threads left.
  package init(
    application: Application = .current(),
    directories: AuthorizationDirectories = .current,
    policy: PolicyFile? = nil,
    asker: any AuthorizationAsker = TerminalAsker(),
    foreground: Foreground = .terminal,
    now: @escaping @Sendable () -> Date = { Date() },
    log: @escaping @Sendable (String) -> Void
  ) throws(AuthorizationError) {
    let reader = RecordsReader(
      application: application.identity.identifier,
      store: directories.decisions.map { DecisionStore(directory: $0) },
      policy: policy ?? PolicyFile(path: directories.policy))
    core = try AuthorizationCore(
      application: application, reader: reader, presence: directories.presence, asker: asker,
      foreground: foreground, now: now, log: log)
    try core.start()
  }

  deinit { core.stop() }

  // MARK: How it stands

  /// How the application stands now; three system calls.
  package var authorization: Authorization { core.authorization }

  /// Tells of every change from now on, until the observation is ended or gone.
  package func observe(
    _ changed: @escaping @Sendable (Authorization) -> Void
  ) -> AuthorizationObservation {
    core.observe(changed)
  }

  // MARK: Requests

  /// Asks the person whether the location may be used while the application is in use; only once.
  package func requestWhenInUse() { core.post(.requestWhenInUse) }

  /// Asks the person whether the location may be used at any time; only once.
  package func requestAlways() { core.post(.requestAlways) }

  /// Asks the person for full accuracy, until the application is no longer in use.
  ///
  /// - Parameter completion: called once, with `nil` if it is given.
  package func requestTemporaryFullAccuracy(
    purposeKey: String, completion: @escaping @Sendable (TemporaryAccuracyError?) -> Void
  ) {
    core.requestFullAccuracy(purposeKey, completion)
  }

  /// Says that something is to be told that needs Always, while the application is not in use.
  ///
  /// Always that was never asked for is asked for now, that is, when the application is next in the foreground.
  ///
  /// - Parameter settled: called once, with whether it may be told. It may take long.
  package func alwaysNeeded(settled: @escaping @Sendable (Bool) -> Void) {
    core.alwaysNeeded(settled)
  }

  // MARK: Use

  /// Says whether the application is in use, in place of its terminal.
  ///
  /// - Parameter isInUse: `nil` lets the terminal say it again.
  package func setInUse(_ isInUse: Bool?) { core.setInUse(isInUse) }

  /// Says what the location is used for, for people to see in `gps status`.
  ///
  /// - Parameters:
  ///   - kinds: such as `standard`, `regions`, `visits`; none if it is not used any more.
  ///   - showsIndicator: whether people are to be shown that it is used.
  package func noteUse(_ kinds: Set<String>, showsIndicator: Bool) {
    core.noteUse(kinds, showsIndicator: showsIndicator)
  }
}
