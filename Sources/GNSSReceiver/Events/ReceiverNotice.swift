// Core Location for Linux. SPDX-License-Identifier: MIT

/// Something about the choice among several receivers that a person should know.
package enum ReceiverNotice: Hashable, Sendable {
  /// This receiver is left, or not used: it contradicts two others, which agree, by so many meters.
  case outlier(String, meters: Double)
  /// These two receivers contradict each other by so many meters, and nobody knows which one is right.
  case disagreement(String, String, meters: Double)
  /// The position has jumped, more than both accuracies explain, because this receiver serves now.
  case jump(to: String, meters: Double)
  /// This receiver has no fix any more, or was disconnected, and another one serves in its place.
  case replaced(String, isGone: Bool, by: String)
  /// This receiver, which had been replaced, serves again.
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
