// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import SerialLine

/// One of several files that are read side by side, with what of it waits to be printed.
///
/// One thread reads the file and hands over what it makes of it; another one may take that away meanwhile.
final class Place: Sendable {
  enum Standing: Sendable {
    /// Another file's turn is not over, or what waited here is not printed yet.
    case waiting
    case turn
    /// Nothing more is to be printed.
    case stopped
  }

  /// What there is to do for another one behind.
  enum Rest: Sendable {
    case waiting(Spool)
    /// The file has ended, and all of it has been taken.
    case ended
    /// Nothing waits: from now on the file prints by itself.
    case turn
  }

  private struct State {
    var standing: Standing
    var spool = Spool()
    var hasEnded = false
    var wakeUp: WakeUp?

    /// Ends the wait for a turn, if there is one; what is stopped remains so.
    mutating func move(to new: Standing) {
      guard standing != .stopped else { return }
      standing = new
      wakeUp?.signal()
    }
  }

  /// The place among the files.
  let index: Int
  private let state: Guarded<State>

  init(_ index: Int, _ standing: Standing) {
    self.index = index
    state = Guarded(State(standing: standing))
  }

  /// Keeps bytes until it is this file's turn, and waits for that where no more can be kept.
  ///
  /// - Returns: false, and nothing kept, if it is: they are to be printed.
  /// - Throws: `ExitCode.success` if everything was stopped; ``Failure`` when it would have to wait, and the
  ///   process has no descriptors left.
  func keep(_ bytes: [UInt8]) throws -> Bool {
    let (standing, isKept) = state.withLock { state in
      (state.standing, state.standing == .waiting && state.spool.append(bytes))
    }
    switch standing {
    case .waiting where isKept: return true
    case .waiting:
      try awaitTurn()
      return try keep(bytes)
    case .turn: return false
    case .stopped: throw ExitCode.success
    }
  }

  /// Keeps what is to be said on standard error; false, and nothing kept, if it is this file's turn.
  func keep(complaint: String) -> Bool {
    state.withLock { state in
      guard state.standing != .turn else { return false }
      state.spool.complain(complaint)
      return true
    }
  }

  /// Takes what waits, for it is this file's turn, but for that.
  func take() -> Rest {
    state.withLock { state in
      if !state.spool.isEmpty {
        defer { state.spool = Spool() }
        return .waiting(state.spool)
      }
      if state.hasEnded { return .ended }
      state.move(to: .turn)
      return .turn
    }
  }

  /// The file has been read; whether it is its turn, so that the next one's comes.
  func end() -> Bool {
    state.withLock { state in
      state.hasEnded = true
      return state.standing == .turn
    }
  }

  /// Nothing more is to be printed.
  func stop() { state.withLock { $0.move(to: .stopped) } }

  private func awaitTurn() throws {
    guard let wakeUp = try? WakeUp() else {
      throw Failure("cannot wait for a turn: no descriptors left; raise \"ulimit -n\"", EX_OSERR)
    }
    let waits = state.withLock { state in
      state.wakeUp = wakeUp
      return state.standing == .waiting
    }
    var descriptor = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
    while waits, poll(&descriptor, 1, -1) < 1 {}
  }
}
