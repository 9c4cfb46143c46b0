// Core Location for Linux. SPDX-License-Identifier: MIT

/// A registration for changes; it ends with its owner.
package final class AuthorizationObservation: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }

  /// Ends it; a notification that has begun is finished.
  package func end() { onEnd() }
}
