// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Asks on the controlling terminal, on a thread of its own for each question.
package final class TerminalAsker: AuthorizationAsker {
  /// Ends the wait of the question that is shown.
  private let shown = Mutex<WakeUp?>(nil)
  /// The directory in which programs take turns.
  private let directory: String?

  /// - Parameter directory: the directory in which processes publish that they use the location; `nil` without a
  ///   session.
  package init(directory: String? = AuthorizationDirectories.current.presence) {
    self.directory = directory
  }

  package func ask(
    _ question: Question, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    guard let withdrawal = try? WakeUp() else { return answer(.unavailable) }
    shown.withLock { $0 = withdrawal }
    let thread = POSIXThread { [directory] in
      if let outcome = Self.converse(question, in: directory, until: withdrawal) { answer(outcome) }
    }
    guard let thread else { return answer(.unavailable) }
    thread.detach()
  }

  package func withdraw() { shown.withLock { $0.take() }?.signal() }

  /// Shows a question once it is its turn, and waits for its end; returns `nil` if it was withdrawn.
  private static func converse(
    _ question: Question, in directory: String?, until withdrawal: WakeUp
  ) -> AuthorizationOutcome? {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .unavailable }
    defer { close(descriptor) }
    let terminal = AskingTerminal(descriptor)
    while true {
      do throws(TerminalTurn.Taken) {
        let turn = try TerminalTurn(in: directory, job: getpgrp())
        return turn.hold {
          terminal.converse(TerminalPrompt(question, width: terminal.width), until: withdrawal)
        }
      } catch {
        let next = monotonicNow() + AskingTerminal.patience
        if firstReadable(of: withdrawal.descriptor, until: next) != nil { return nil }
      }
    }
  }
}
