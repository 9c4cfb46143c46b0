// Core Location for Linux. SPDX-License-Identifier: MIT

/// What an application may see of the fixes of a source, given its present authorization.
///
/// The engine of a process checks it before a delegate is called. ``ReducedAccuracy`` makes fixes less exact. What a
/// service may send to other processes is ``Exposure``.
package struct Disclosure: Hashable, Sendable {
  package var status: AuthorizationStatus
  /// Whether the application is in use: in the foreground, or declared so by itself.
  package var isInUse: Bool

  package init(status: AuthorizationStatus, isInUse: Bool) {
    self.status = status
    self.isInUse = isInUse
  }

  /// Whether events are reported at all: streams, regions, visits, significant changes, conditions.
  package var allowsEvents: Bool {
    status.isAuthorized && (isInUse || status == .authorizedAlways)
  }

  /// Whether locations reach an application that requested them continuously.
  ///
  /// - Parameters:
  ///   - continuesInBackground: whether the application wants to receive them in the background, which does not require
  ///     Always.
  ///   - hasBeenInUse: whether it was in use since it requested them.
  package func allowsUpdates(continuesInBackground: Bool, hasBeenInUse: Bool) -> Bool {
    allowsEvents || status.isAuthorized && continuesInBackground && hasBeenInUse
  }
}
