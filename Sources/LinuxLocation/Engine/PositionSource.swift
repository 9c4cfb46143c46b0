// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver

/// The source of the engine's events: a receiver in this process, or the location service.
package protocol PositionSource: Sendable {
  /// Whether positions come from a recording.
  var isReplay: Bool { get }

  /// Reports events, on a thread of the source's own, until the returned value is released.
  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable
}

/// The substitute for a source whose name is invalid: no positions, rather than those of another receiver.
struct NoSource: PositionSource {
  let reason: String
  var isReplay: Bool { false }

  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    throw PositionSourceError(text: reason, isTransient: false)
  }
}

/// The reason why a source cannot be started.
package struct PositionSourceError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// One line for people, including what to try.
  package var text: String
  /// Whether it may resolve itself, since descriptors and threads may become free again.
  package var isTransient: Bool

  package init(text: String, isTransient: Bool) {
    self.text = text
    self.isTransient = isTransient
  }

  package var description: String { text }
}
