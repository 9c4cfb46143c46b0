// Core Location for Linux. SPDX-License-Identifier: MIT

/// What one application may know of the fixes of a source, as it is authorized now.
///
/// The engine of a process asks it before a delegate is called. How exactly it may know them is ``accuracy``;
/// ``ReducedAccuracy`` makes them less exact. What a service may send to other processes is ``Exposure``.
package struct Disclosure: Hashable, Sendable {
  package var status: AuthorizationStatus
  package var accuracy: AuthorizedAccuracy
  /// Whether the application is in use: in the foreground, or by its own word.
  package var isInUse: Bool

  package init(status: AuthorizationStatus, accuracy: AuthorizedAccuracy, isInUse: Bool) {
    self.status = status
    self.accuracy = accuracy
    self.isInUse = isInUse
  }

  /// Whether events are reported at all: streams, regions, visits, significant changes, conditions.
  package var allowsEvents: Bool {
    status.isAuthorized && (isInUse || status == .authorizedAlways)
  }

  /// Whether locations reach an application that asked for them continuously.
  ///
  /// - Parameters:
  ///   - continuesInBackground: whether the application wishes to receive them in the background, for which it need
  ///     not be allowed always.
  ///   - hasBeenInUse: whether it was in use since it asked for them.
  package func allowsUpdates(continuesInBackground: Bool, hasBeenInUse: Bool) -> Bool {
    allowsEvents || status.isAuthorized && continuesInBackground && hasBeenInUse
  }
}
