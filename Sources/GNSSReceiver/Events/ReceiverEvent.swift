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

/// Something about the choice among several receivers that a person should know.
package enum ReceiverNotice: Hashable, Sendable {
  /// This receiver is left, or not used: it contradicts two others, which agree, by so many meters.
  case outlier(String, meters: Double)
  /// These two receivers contradict each other by so many meters, and nobody knows which one is right.
  case disagreement(String, String, meters: Double)
  /// The position has jumped, more than both accuracies explain, because this receiver is active now.
  case jump(to: String, meters: Double)
  /// This receiver has no fix any more, or was disconnected, and another one is active in its place.
  case replaced(String, isGone: Bool, by: String)
  /// This receiver, which had been replaced, is active again.
  case returned(String)
  /// What is asked when there is no receiver cannot be used; one line that says why and what to try.
  case fallbackFailed(String)
}

extension ReceiverNotice: CustomStringConvertible {
  /// One line for people, which contains the receivers' names as they are.
  package var description: String {
    switch self {
    case .outlier(let name, let meters):
      "\(name) is not used: it is \(Self.text(meters)) from two other receivers, which agree"
    case .disagreement(let one, let other, let meters):
      "\(one) and \(other) are \(Self.text(meters)) apart, more than their accuracies allow; "
        + "check both antennas"
    case .jump(let name, let meters):
      "the position jumps by \(Self.text(meters)), more than the accuracies allow, because "
        + "\(name) is used now"
    case .replaced(let name, let isGone, let successor):
      "\(name) \(isGone ? "was disconnected" : "has lost its fix"); using \(successor) until it is back"
    case .returned(let name): "using \(name) again"
    case .fallbackFailed(let line): line
    }
  }

  private static func text(_ meters: Double) -> String {
    meters < 10_000 ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1000).rounded())) km"
  }
}
