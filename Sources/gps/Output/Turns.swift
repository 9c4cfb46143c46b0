// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import SerialLine

/// Lets files that are read side by side have the standard output one after the other.
///
/// Whose turn it is prints; the others keep what they have in their ``Place``. Who ends prints that of those
/// behind, as far as they have come, and passes the turn to the first that has not ended.
final class Turns: Sendable {
  private struct State {
    var turn = 0
    var isStopped = false
    /// Of the files that have begun and have not been printed.
    var places: [Int: Place] = [:]
    var exitCodes: [Int: Int32] = [:]
  }

  private let state = Guarded(State())

  /// Whether nothing more is to be printed: nobody reads it, or it cannot be written.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The exit code of the first file that failed; 0 if none did.
  var exitCode: Int32 {
    state.withLock { state in state.exitCodes.min { $0.key < $1.key }?.value ?? 0 }
  }

  /// A file begins; ``end(_:exitCode:)`` has to follow.
  func begin(_ index: Int) -> Place {
    state.withLock { state in
      let place = Place(index, state.turn == index ? .turn : .waiting)
      if state.isStopped { place.stop() }
      state.places[index] = place
      return place
    }
  }

  /// Stops everything, with the exit code of one file.
  func stop(at index: Int, exitCode: Int32) {
    let places = state.withLock { state in
      state.isStopped = true
      state.exitCodes[index] = exitCode
      return Array(state.places.values)
    }
    for place in places { place.stop() }
  }

  /// A file has ended.
  ///
  /// - Throws: `ExitCode`, see ``StandardOutput/flush()``.
  func end(_ place: Place, exitCode: Int32) throws {
    if exitCode != 0 { state.withLock { $0.exitCodes[place.index] = exitCode } }
    guard place.end() else { return }
    while let next = next() {
      guard try printAll(of: next) else { return }
    }
  }

  /// The turn passes on; to whom, if that file has begun.
  private func next() -> Place? {
    state.withLock { state in
      state.places[state.turn] = nil
      state.turn += 1
      return state.places[state.turn]
    }
  }

  /// Prints what waits, and what comes meanwhile.
  ///
  /// - Returns: whether the file has ended; if not, it is its turn now.
  private func printAll(of place: Place) throws -> Bool {
    while true {
      switch place.take() {
      case .waiting(var spool): try spool.print()
      case .ended: return true
      case .turn: return false
      }
    }
  }
}
