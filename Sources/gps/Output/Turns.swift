// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// Lets files that are read side by side have the standard output one after the other.
///
/// Whose turn it is prints; the others fill a ``Spool`` each. Who ends passes the turn on, and prints for
/// those behind that have ended already.
final class Turns: Sendable {
  private struct State {
    var turn = 0
    var isStopped = false
    var ended: [Int: Spool] = [:]
    var exitCodes: [Int: Int32] = [:]
    var waiting: [Int: WakeUp] = [:]
  }

  private let state = Guarded(State())

  /// Whether nothing more is to be printed: nobody reads it, or it cannot be written.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The exit code of the first file that failed; 0 if none did.
  var exitCode: Int32 {
    state.withLock { state in state.exitCodes.min { $0.key < $1.key }?.value ?? 0 }
  }

  /// Whether it is a file's turn.
  func isTurn(of index: Int) -> Bool { state.withLock { $0.turn == index } }

  /// Waits until it is, or until everything is stopped.
  ///
  /// - Throws: ``Failure`` when the process has no descriptors left.
  func awaitTurn(of index: Int) throws {
    guard let wakeUp = try? WakeUp() else {
      throw Failure("cannot wait for a turn: no descriptors left; raise \"ulimit -n\"", EX_OSERR)
    }
    let hasCome = state.withLock { state in
      state.waiting[index] = wakeUp
      return state.turn == index || state.isStopped
    }
    var descriptor = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
    while !hasCome, poll(&descriptor, 1, -1) < 1 {}
  }

  /// Stops everything, with the exit code of one file.
  func stop(at index: Int, exitCode: Int32) {
    state.withLock { state in
      state.isStopped = true
      state.exitCodes[index] = exitCode
      for wakeUp in state.waiting.values { wakeUp.signal() }
    }
  }

  /// A file has ended, with what of it is not printed yet.
  ///
  /// - Throws: `ExitCode`, see ``StandardOutput/flush()``.
  func end(_ index: Int, _ spool: Spool, exitCode: Int32) throws {
    let isTurn = state.withLock { state in
      if exitCode != 0 { state.exitCodes[index] = exitCode }
      if state.turn != index { state.ended[index] = spool }
      return state.turn == index
    }
    guard isTurn else { return }
    var next: Spool? = spool
    while var spool = next {
      try spool.print()
      next = state.withLock { state in
        state.turn += 1
        state.waiting[state.turn]?.signal()
        return state.ended.removeValue(forKey: state.turn)
      }
    }
  }
}
