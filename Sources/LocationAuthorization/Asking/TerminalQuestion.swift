// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A question on the controlling terminal, from its turn to its end.
final class TerminalQuestion: Resident {
  private let directory: String?
  /// Called once, with the outcome; `nil` if it was withdrawn.
  private let ended: (AuthorizationOutcome?) -> Void
  private let terminal: CInt
  /// `nil` while another program asks.
  private var turn: TerminalTurn?
  private var isOver = false

  private var prompt: TerminalPrompt
  private var reading = ReadingTime()
  /// What the terminal has not accepted yet, and until when it may take.
  private var output: (text: ArraySlice<UInt8>, deadline: Duration)?
  /// Whether input is this program's: in the background, it belongs to other programs.
  private var listens = false
  private var lastCheck: Duration
  private var nextCheck: Duration

  /// How often to check whether the process is in the foreground, and whether it is its turn.
  private static let patience = Duration.milliseconds(250)
  /// How late a check is if the process was stopped in the meantime.
  private static let absence = Duration.seconds(1)
  /// How long a terminal may accept nothing.
  private static let longestPause = Duration.seconds(5)

  init(
    _ question: Question, directory: String?, ended: @escaping (AuthorizationOutcome?) -> Void
  ) {
    (self.directory, self.ended) = (directory, ended)
    terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    prompt = TerminalPrompt(
      question, width: terminal < 0 ? 80 : terminalSize(of: terminal).columns ?? 80)
    (lastCheck, nextCheck) = (.zero, .zero)
  }

  deinit { if terminal >= 0 { close(terminal) } }

  /// Ends it without an answer, which is not needed any more.
  func withdraw() {
    guard !isOver else { return }
    if turn != nil { _ = write("\nThe question no longer needs an answer.\n") }
    end(nil)
  }

  private func end(_ outcome: AuthorizationOutcome?) {
    isOver = true
    if case .unanswered = outcome { _ = write("\nNothing was changed.\n") }
    turn = nil
    ended(outcome)
  }

  // MARK: Waiting

  var deadline: Duration? {
    earlier(nextCheck, earlier(listens ? reading.deadline : nil, output?.deadline))
  }

  func watch(_ watched: inout Reactor.Watched) {
    guard turn != nil else { return watched.add(nil) }
    let input = listens && reading.isOver ? POLLIN : 0
    watched.add(terminal, for: output == nil ? input : input | POLLOUT)
  }

  func serve(_ ready: Reactor.Ready) {
    let now = ready.now
    guard !isOver else { return }
    guard terminal >= 0 else { return end(.unavailable) }
    guard turn != nil else { return takeTurn(at: now) }
    guard flush(at: now) else { return end(.unavailable) }
    if now - lastCheck > Self.patience + Self.absence {
      // The process was stopped, and the shell has since written over the question.
      prompt.forget()
      reading.hidden()
      show(prompt.text, at: now)
    }
    (lastCheck, nextCheck) = (now, now + Self.patience)
    listens = Foreground.isForeground(terminal)
    if listens, reading.elapse(to: now) {
      // What was typed before is not an answer.
      tcflush(terminal, TCIFLUSH)
      return show(prompt.invitation, at: now)
    }
    let events = CInt(ready[0]) & ~POLLOUT
    if events != 0 { received(events, at: now) }
  }

  private func takeTurn(at now: Duration) {
    (lastCheck, nextCheck) = (now, now + Self.patience)
    do throws(TerminalTurn.Taken) {
      turn = try TerminalTurn(in: directory, job: getpgrp())
    } catch {
      return
    }
    listens = Foreground.isForeground(terminal)
    show(prompt.text, at: now)
  }

  // MARK: The terminal

  private func received(_ events: CInt, at now: Duration) {
    // Nothing is read yet, but the terminal has gone.
    guard reading.isOver else { return end(.unanswered) }
    if !listens, events == POLLIN { return }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = retryingOnInterrupt { read(terminal, &buffer, buffer.count) }
    if count < 0, errno == EAGAIN { return }
    // A read in the background fails with the same error number as one from a closed terminal.
    if count < 0, errno == EIO, tcgetpgrp(terminal) > 0, !Foreground.isForeground(terminal) {
      return
    }
    guard count > 0 else { return end(.unanswered) }
    for byte in buffer.prefix(count) {
      switch prompt.received(byte) {
      case .incomplete: break
      case .misunderstood: show(prompt.invitation, at: now)
      case .ended(let outcome): return end(outcome)
      }
    }
  }

  private func show(_ text: String, at now: Duration) {
    output = ((output?.text ?? []) + Array(text.utf8), now + Self.longestPause)
    _ = flush(at: now)
  }

  /// Writes what the terminal accepts; returns false if it has not accepted the question for too long.
  private func flush(at now: Duration) -> Bool {
    if let (text, deadline) = output {
      let rest = write(text)
      if let rest, !rest.isEmpty, now < deadline {
        output = (rest, deadline)
        return true
      }
      output = nil
      if rest?.isEmpty != true, !reading.isOver { return false }
    }
    // Later times change nothing until it is hidden.
    reading.shown(at: now)
    return true
  }

  private func write(_ text: String) -> ArraySlice<UInt8>? { write(Array(text.utf8)[...]) }

  /// Writes text without waiting; returns the rest, or `nil` if the terminal is gone.
  private func write(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = text
    while !rest.isEmpty {
      let count = retryingOnInterrupt {
        rest.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { return count < 0 && errno == EAGAIN ? rest : nil }
      rest = rest.dropFirst(count)
    }
    return rest
  }
}
