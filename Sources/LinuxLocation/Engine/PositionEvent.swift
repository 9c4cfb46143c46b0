// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// What a source of positions reports: values that could as well have come through a socket.
package enum PositionEvent: Hashable, Sendable {
  /// A position, and when its last byte came, on the monotonic clock.
  case fix(Fix, arrival: Duration)
  /// The last position that a service knew before it was asked.
  case lastFix(Fix)
  /// There is no position any more.
  case fixLost
  /// Where the bow points.
  case heading(Heading)
  /// The source is in another state, or says more about the one it is in.
  case state(PositionSourceState)
}

/// How it stands with a source of positions.
package struct PositionSourceState: Hashable, Sendable, Codable {
  package enum Code: String, Hashable, Sendable, Codable {
    /// There is no receiver, or none that was found yet.
    case noReceiver
    /// A receiver is being opened, or what it sends is not understood yet.
    case starting
    /// A receiver talks and has no position.
    case waitingForFix
    /// There is a position.
    case fix
    /// A service does not allow this user the location.
    case denied
    /// Somebody has to do something before there is a position.
    case trouble
    /// A recording is at its end.
    case ended
  }

  package var code: Code
  /// One line for people, and what to try; it may hold a device's own words.
  package var text: String?
  /// Whether positions are of reduced accuracy already.
  package var isReduced = false

  package init(code: Code, text: String? = nil, isReduced: Bool = false) {
    self.code = code
    self.text = text
    self.isReduced = isReduced
  }
}

/// Why a source cannot be listened to.
package struct PositionSourceError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// One line for people, and what to try.
  package var text: String
  /// Whether it may pass by itself: descriptors and threads may be free again.
  package var isTransient: Bool

  package init(text: String, isTransient: Bool) {
    self.text = text
    self.isTransient = isTransient
  }

  package var description: String { text }
}
