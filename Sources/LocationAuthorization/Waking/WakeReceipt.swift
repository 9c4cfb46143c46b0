// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The file of an event on its way to an application, which is claimed immediately before the application is told.
///
/// Claiming it decides which process tells the event: only one can. Were that done afterwards, an application that ends as soon
/// as it is told would be told again. The file is removed afterwards.
package final class WakeReceipt: Sendable {
  private enum State {
    /// It is not stored: nobody else could tell it.
    case bare
    case stored(ClaimedFile)
    case claimed(ClaimedFile?)
    case gone
  }

  private let state: Mutex<State>

  package init(_ kept: WakeFolder.Kept) {
    state = Mutex(ClaimedFile(kept.path).map(State.stored) ?? .gone)
  }

  /// Creates the receipt of an event that has just happened; ``store(_:in:)`` follows.
  package init() { state = Mutex(.bare) }

  /// Stores the event; without a file, it is told all the same.
  package func store(_ event: WakeEvent, in folder: WakeFolder) throws(AuthorizationError) {
    let kept = try folder.add(event)
    guard let file = ClaimedFile(kept.path) else { return }
    state.withLock { $0 = .stored(file) }
  }

  /// Returns whether this process is to tell the event, now.
  package func claim() -> Bool {
    state.withLock { state in
      switch state {
      case .bare, .claimed: return true
      case .gone: return false
      case .stored(let file):
        let isOurs = file.claim()
        state = isOurs ? .claimed(file) : .gone
        return isOurs
      }
    }
  }

  /// Removes the file of an event that is not told.
  package func discard() {
    if claim() { finish() }
  }

  /// Removes the file of an event that this process has told.
  ///
  /// Not while the event is claimed: nothing slow comes between claiming and telling.
  package func finish() {
    let file = state.withLock { state -> ClaimedFile? in
      guard case .claimed(let file) = state else { return nil }
      state = .claimed(nil)
      return file
    }
    file?.remove()
  }
}
