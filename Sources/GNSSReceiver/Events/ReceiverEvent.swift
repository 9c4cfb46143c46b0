// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationProtocols

/// Something that listeners are notified of: what happened, to which receiver, and when.
package struct ReceiverEvent: Sendable {
  /// What happened; in a box, since every listener and every list gets a copy.
  package indirect enum Content: Hashable, Sendable {
    /// The receiver in use has reported this.
    case report(ReceiverReport)
    /// The last position that a service knew before this program connected; it arrived then, and is not a present fix.
    case lastFix(Fix)
    /// The receiver has lost its fix, and this is its time now, once an epoch.
    case timeWithoutFix(FixTime)
    /// The status has changed.
    case status(ReceiverStatus)
    /// How each of a service's receivers is doing.
    case receivers([ReceiverSummary])
    /// Something about the choice among several receivers.
    case notice(ReceiverNotice)
    /// What the receiver in use sent, for listeners that take bytes.
    case bytes(ReceivedBytes)
  }

  package var content: Content
  /// The name of the receiver, a path or an address; `nil` for a status, which has several.
  package var receiver: String?
  /// When the last byte arrived that led to it, on the monotonic clock.
  package var arrival: Duration
  /// Whether it is of a standby, for listeners that take those; the others are of the receiver in use.
  package var isOfStandby = false

  package init(_ content: Content, of receiver: String? = nil, at arrival: Duration) {
    self.content = content
    self.receiver = receiver
    self.arrival = arrival
  }

  /// The position; `nil` for any other event, the last position before a connection included.
  package var fix: Fix? { if case .report(.fix(let fix)) = content { fix } else { nil } }

  /// Whether it contains the status.
  package var isStatus: Bool { if case .status = content { true } else { false } }

  /// Whether the state of a receiver has changed, or another one is used.
  package var isOfReceivers: Bool {
    switch content {
    case .status, .notice, .receivers: true
    default: false
    }
  }

  /// Whether it is only for listeners that take bytes.
  var isBytes: Bool { if case .bytes = content { true } else { false } }
}

/// Bytes as they were received.
package struct ReceivedBytes: Hashable, Sendable {
  /// The bytes.
  package var bytes: [UInt8]
  /// When they arrived, in nanoseconds since 1970 by the machine's clock.
  package var time: Int64
}
