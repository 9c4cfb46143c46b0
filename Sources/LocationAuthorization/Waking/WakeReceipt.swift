// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The file of an event on its way to an application, which is claimed immediately before the application is notified.
///
/// Claiming it renames the file, so only one process can: that one delivers the event. Were that done afterwards, an application
/// that ends in its delegate would be notified again. The renamed file is removed afterwards; if the process is killed before
/// that, the next reader of the folder removes it.
package final class WakeReceipt: Sendable {
  /// The end of the name of a file that has been claimed.
  static let claimedSuffix = ".claimed"

  private enum State {
    /// It is not stored: no other process could deliver it.
    case unstored
    case stored(path: String)
    /// This process delivers it; the path is `nil` once there is no file any more.
    case claimed(path: String?)
    /// Another process delivers it, or has.
    case lost
  }

  private let state: Mutex<State>

  package init(_ stored: WakeFolder.Stored) { state = Mutex(.stored(path: stored.path)) }

  /// Creates the receipt of an event that has just happened; ``store(_:in:)`` follows.
  package init() { state = Mutex(.unstored) }

  /// Stores the event; if that fails, it is delivered all the same.
  package func store(_ event: WakeEvent, in folder: WakeFolder) throws(AuthorizationError) {
    let stored = try folder.add(event)
    state.withLock { $0 = .stored(path: stored.path) }
  }

  /// Returns whether this process has to deliver the event, now.
  package func claim() -> Bool {
    state.withLock { state in
      switch state {
      case .unstored, .claimed: return true
      case .lost: return false
      case .stored(let path):
        let claimed = path + Self.claimedSuffix
        let isOurs = rename(path.pathBytes, claimed.pathBytes) == 0
        state = isOurs ? .claimed(path: claimed) : .lost
        return isOurs
      }
    }
  }

  /// Removes the file of an event that is not delivered.
  package func discard() {
    if claim() { finish() }
  }

  /// Removes the file of an event that this process has delivered.
  ///
  /// Not while it is claimed: nothing slow comes between claiming and delivering.
  package func finish() {
    let path = state.withLock { state -> String? in
      guard case .claimed(let path) = state else { return nil }
      state = .claimed(path: nil)
      return path
    }
    if let path { unlink(path.pathBytes) }
  }
}
