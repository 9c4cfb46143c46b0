// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

struct AskingTerminal {
  private let descriptor: CInt

  /// How often to check whether the process is in the foreground.
  static let patience = Duration.milliseconds(250)
  /// How late a check is if the process was stopped in the meantime.
  private static let absence = Duration.seconds(1)

  /// - Parameter descriptor: an open, nonblocking descriptor.
  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// The number of columns; 80 if the terminal does not tell.
  var width: Int { terminalSize(of: descriptor).columns ?? 80 }

  /// Shows a question, and waits for its end; returns `nil` if it was withdrawn.
  func converse(_ prompt: TerminalPrompt, until withdrawal: WakeUp) -> AuthorizationOutcome? {
    guard show(prompt.text) else { return .unavailable }
    let outcome = listen(prompt, since: monotonicNow(), until: withdrawal)
    switch outcome {
    case nil: _ = show("\nThe question needs no answer any more.\n")
    case .unanswered: _ = show("\nNothing was changed.\n")
    case .chosen, .unavailable: break
    }
    return outcome
  }

  private func listen(
    _ prompt: TerminalPrompt, since start: Duration, until withdrawal: WakeUp
  ) -> AuthorizationOutcome? {
    var prompt = prompt
    var last = start
    var reading = ReadingTime()
    reading.shown(at: start)
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      // In the background, input belongs to other programs; check again later.
      let listens = Foreground.isForeground(descriptor)
      var ready = [
        pollfd(fd: withdrawal.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(listens && reading.isOver ? POLLIN : 0), revents: 0),
      ]
      let next = monotonicNow() + Self.patience
      let isReady = wait(for: &ready, until: listens ? earlier(next, reading.deadline) : next)
      if ready[0].revents != 0 { return nil }
      if monotonicNow() - last > Self.patience + Self.absence {
        // The process was stopped, and the shell has since written over the question.
        prompt.forget()
        _ = show(prompt.text)
        reading.hidden()
        reading.shown(at: monotonicNow())
      }
      last = monotonicNow()
      if listens, reading.elapse(to: last) {
        // What was typed before is not an answer.
        tcflush(descriptor, TCIFLUSH)
        _ = show(prompt.invitation)
        continue
      }
      guard isReady else { continue }
      guard reading.isOver else {
        // Nothing is read yet, but the terminal may have gone.
        if ready[1].revents != 0 { return .unanswered }
        continue
      }
      let count = retryingOnInterrupt { read(descriptor, &buffer, buffer.count) }
      if count < 0, errno == EAGAIN { continue }
      // A read in the background fails with the same error number as one from a closed terminal.
      if count < 0, errno == EIO, tcgetpgrp(descriptor) > 0, !Foreground.isForeground(descriptor) {
        continue
      }
      guard count > 0 else { return .unanswered }
      for byte in buffer.prefix(count) {
        switch prompt.received(byte) {
        case .incomplete: break
        case .misunderstood: _ = show(prompt.invitation)
        case .ended(let outcome): return outcome
        }
      }
    }
  }

  /// Writes text; returns false if the terminal accepts nothing for 5 s.
  private func show(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    let deadline = monotonicNow() + .seconds(5)
    while !rest.isEmpty {
      let count = retryingOnInterrupt {
        rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard count < 0, errno == EAGAIN, isWritable(descriptor, by: deadline) else { return false }
    }
    return true
  }
}
