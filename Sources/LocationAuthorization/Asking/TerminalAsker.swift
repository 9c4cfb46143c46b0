// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// Asks on the controlling terminal, on a reactor.
package final class TerminalAsker: AuthorizationAsker {
  private let reactor: ReactorThread
  /// The directory in which programs take turns.
  private let directory: String?
  private let shown = Mutex<Reactor.Address<TerminalQuestion>?>(nil)

  /// - Parameter directory: the directory in which processes publish that they use the location; `nil` without a
  ///   session.
  package init(
    on reactor: ReactorThread = ReactorThread(),
    directory: String? = AuthorizationDirectories.current.presence
  ) {
    (self.reactor, self.directory) = (reactor, directory)
  }

  package func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    do {
      let address = try reactor.add { [reactor, directory] address in
        TerminalQuestion(question, directory: directory) { outcome in
          reactor.remove(address)
          if let outcome { answer(outcome) }
        }
      }
      shown.withLock { $0 = address }
    } catch {
      answer(.unavailable)
    }
  }

  package func withdraw() { shown.withLock { $0.take() }?.post { $0.withdraw() } }
}

/// The turn to ask on a terminal: of the programs of one job, which all read the same input, only one has it at a time.
///
/// It is a lock in the runtime directory, which is released when the process ends. Without such a directory there are
/// no turns.
struct TerminalTurn: ~Copyable {
  struct Taken: Error {}

  private let directory: String?
  private let name: String
  /// The descriptor that holds the lock; negative if there is none.
  private let descriptor: CInt

  /// - Parameters:
  ///   - directory: the directory in which processes publish that they use the location.
  ///   - job: the process group, the only one in the foreground of its terminal.
  init(in directory: String?, job: pid_t) throws(Taken) {
    self.directory = directory
    name = "asking-\(job).lock"
    guard let directory, let place = try? PrivateDirectory.making(directory) else {
      descriptor = -1
      return
    }
    descriptor = place.open(name, O_RDWR | O_CREAT | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, place.isStill(descriptor, name) else {
      close(descriptor)
      throw Taken()
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    if let directory, let place = try? PrivateDirectory(directory) { place.remove(name) }
    close(descriptor)
  }
}
