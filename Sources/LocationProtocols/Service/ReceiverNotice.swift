// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

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

  /// The names of the receivers of which it says something.
  package var receivers: [String] {
    switch self {
    case .outlier(let name, _), .jump(let name, _), .returned(let name): [name]
    case .disagreement(let one, let other, _), .replaced(let one, _, let other): [one, other]
    case .fallbackFailed: []
    }
  }
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

// MARK: The service's protocol

extension ReceiverNotice {
  /// Its name in messages; `nil` if the service does not pass it on: what it asks without a receiver is its own affair.
  private var name: String? {
    switch self {
    case .outlier: "outlier"
    case .disagreement: "disagreement"
    case .jump: "jump"
    case .replaced(_, let isGone, _): isGone ? "disconnected" : "fixLost"
    case .returned: "returned"
    case .fallbackFailed: nil
    }
  }

  /// Whether the service passes it on.
  package var isPassedOn: Bool { name != nil }

  private var meters: Double? {
    switch self {
    case .outlier(_, let meters), .disagreement(_, _, let meters), .jump(_, let meters): meters
    case .replaced, .returned, .fallbackFailed: nil
    }
  }

  func set(in object: inout JSONObject) {
    object.set("class", "notice")
    object.set("notice", name)
    object.set("receiver", receivers.first)
    object.set("other", receivers.dropFirst().first)
    object.set("meters", meters, decimals: 1)
    object.set("text", description.shortened(toBytes: Self.longestText))
  }

  /// Reads a notice; `nil` for one of an unknown name, or that lacks a member.
  init?(json value: JSONValue) {
    guard let name = value["notice"]?.string, let receiver = value.receiver("receiver") else {
      return nil
    }
    let (other, meters) = (value.receiver("other"), value.number("meters", in: 0...Self.farthest))
    switch (name, other, meters) {
    case ("outlier", _, let meters?): self = .outlier(receiver, meters: meters)
    case ("disagreement", let other?, let meters?):
      self = .disagreement(receiver, other, meters: meters)
    case ("jump", _, let meters?): self = .jump(to: receiver, meters: meters)
    case ("disconnected", let other?, _): self = .replaced(receiver, isGone: true, by: other)
    case ("fixLost", let other?, _): self = .replaced(receiver, isGone: false, by: other)
    case ("returned", _, _): self = .returned(receiver)
    default: return nil
    }
  }

  /// The most bytes of a text for people.
  private static let longestText = 1000
  /// More than half of the Earth's circumference, meters.
  private static let farthest = 2.1e7
}

extension JSONValue {
  fileprivate func receiver(_ name: String) -> String? {
    self[name]?.string.map { $0.shortened(toBytes: 200) }
  }
}
