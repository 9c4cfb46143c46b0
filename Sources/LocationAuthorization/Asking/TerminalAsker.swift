// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// Asks at the controlling terminal, on a thread of its own that lasts as long as the question.
package final class TerminalAsker: AuthorizationAsker {
  /// Ends the waiting of the question that is shown.
  private let shown = Guarded<WakeUp?>(nil)

  package init() {}

  package func ask(
    _ question: AuthorizationQuestion, answer: @escaping @Sendable (AuthorizationOutcome) -> Void
  ) {
    guard let withdrawal = try? WakeUp() else { return answer(.unavailable) }
    shown.withLock { $0 = withdrawal }
    let thread = POSIXThread {
      if let outcome = Self.converse(TerminalPrompt(question), until: withdrawal) {
        answer(outcome)
      }
    }
    guard let thread else { return answer(.unavailable) }
    thread.detach()
  }

  package func withdraw() {
    let withdrawal = shown.withLock { shown in
      defer { shown = nil }
      return shown
    }
    withdrawal?.signal()
  }

  /// Shows a question and waits for its end; `nil` if it was withdrawn.
  private static func converse(
    _ prompt: TerminalPrompt, until withdrawal: WakeUp
  ) -> AuthorizationOutcome? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard terminal >= 0 else { return .unavailable }
    defer { close(terminal) }
    // What was typed before is no answer to this.
    tcflush(terminal, TCIFLUSH)
    guard say(prompt.text, at: terminal) else { return .unavailable }
    let outcome = listen(prompt, at: terminal, until: withdrawal)
    switch outcome {
    case nil: _ = say("\nNo answer is needed any more.\n", at: terminal)
    case .unanswered: _ = say("\nNothing is changed.\n", at: terminal)
    case .chosen, .unavailable: break
    }
    return outcome
  }

  private static func listen(
    _ prompt: TerminalPrompt, at terminal: CInt, until withdrawal: WakeUp
  ) -> AuthorizationOutcome? {
    var prompt = prompt
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      // In the background, what is typed is for others: it is looked again in a while.
      let listens = Foreground.isForeground(terminal)
      var ready = [
        pollfd(fd: withdrawal.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal, events: Int16(listens ? POLLIN : 0), revents: 0),
      ]
      let start = monotonicNow()
      let isReady = wait(for: &ready, until: start + patience)
      if monotonicNow() - start > patience + absence, ready[0].revents == 0 {
        // The process was stopped, and what the shell wrote since stands over the question.
        _ = say(prompt.text, at: terminal)
      }
      guard isReady else { continue }
      if ready[0].revents != 0 { return nil }
      let count = retryingOnInterrupt { read(terminal, &buffer, buffer.count) }
      if count < 0, errno == EAGAIN { continue }
      // A read in the background is refused with the same number as one from a terminal that is gone.
      if count < 0, errno == EIO, tcgetpgrp(terminal) > 0, !Foreground.isForeground(terminal) {
        continue
      }
      guard count > 0 else { return .unanswered }
      for byte in buffer.prefix(count) {
        switch prompt.take(byte) {
        case .incomplete: break
        case .misunderstood: _ = say(prompt.invitation, at: terminal)
        case .ended(let outcome): return outcome
        }
      }
    }
  }

  /// How long nobody looks whether the process is in the foreground.
  private static let patience = Duration.milliseconds(250)
  /// What is longer than a delay.
  private static let absence = Duration.seconds(1)

  /// Writes text to the terminal; false if it takes none.
  private static func say(_ text: String, at terminal: CInt) -> Bool {
    var rest = Array(text.utf8)[...]
    let deadline = monotonicNow() + .seconds(5)
    while !rest.isEmpty {
      let count = retryingOnInterrupt {
        rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      var ready = [pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)]
      guard count < 0, errno == EAGAIN, wait(for: &ready, until: deadline) else { return false }
    }
    return true
  }
}
