// Core Location for Linux. SPDX-License-Identifier: MIT

/// A registration for changes, which ends when it is released.
package final class AuthorizationObservation: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }

  /// Ends the registration; a notification in progress is completed.
  package func end() { onEnd() }
}
