// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A report of a source of positions: a value that could as well have come through a socket.
package enum PositionEvent: Hashable, Sendable {
  /// A position, and when its last byte arrived, on the monotonic clock.
  case fix(Fix, arrival: Duration)
  /// The last position that a service knew before this client connected.
  case lastFix(Fix)
  /// There is no longer a position.
  case fixLost
  /// The direction in which the bow points.
  case heading(Heading)
  /// The source is in another state, or reports more about the present one.
  case state(PositionSourceState)
}

/// The state of a source of positions.
package struct PositionSourceState: Hashable, Sendable, Codable {
  package enum Code: String, Hashable, Sendable, Codable {
    /// There is no receiver, or none has been found yet.
    case noReceiver
    /// A receiver is being opened, or what it sends is not understood yet.
    case starting
    /// A receiver sends data but has no position.
    case waitingForFix
    /// There is a position.
    case fix
    /// A service does not allow this user the location.
    case denied
    /// A person has to intervene before there is a position.
    case trouble
    /// A recording has ended.
    case ended
  }

  package var code: Code
  /// One line for people, including what to try; it may contain text from a device.
  package var text: String?
  /// Whether positions are of reduced accuracy already.
  package var isReduced = false

  package init(code: Code, text: String? = nil, isReduced: Bool = false) {
    self.code = code
    self.text = text
    self.isReduced = isReduced
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
