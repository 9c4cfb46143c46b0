// Core Location for Linux. SPDX-License-Identifier: MIT

/// Somebody's wish to be told of changes; it ends with its owner.
package final class AuthorizationObservation: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }

  /// Ends it: what is being told at this moment is told to the end.
  package func end() { onEnd() }
}
