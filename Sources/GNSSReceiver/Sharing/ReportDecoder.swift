// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import ServiceProtocol

/// Understands a program that has a receiver and reports what it says, instead of the receiver's own sentences.
package protocol ReportDecoder: Sendable {
  /// What the program has to speak, for people.
  var protocolName: String { get }
  /// Whether it reports how its receiver is doing, so that nothing follows from its silence.
  var reportsStates: Bool { get }

  /// Takes bytes, and reports what they say.
  mutating func push(_ bytes: RawSpan, _ report: (Report) -> Void)
}

/// What a program reports that has a receiver.
package enum Report: Sendable {
  /// It speaks the protocol that is expected, and has a receiver as far as is known.
  case understood
  case event(FixEvent)
  /// The last position before this connection, and how old it is.
  case lastFix(Fix, age: Duration)
  /// How its receiver is doing, in its own words.
  case state(StateReport)
  /// What this program may know.
  case authorization(ServiceAuthorization)
}
