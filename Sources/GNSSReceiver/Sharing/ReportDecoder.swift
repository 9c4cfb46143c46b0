// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import ServiceProtocol

/// Decodes the protocol of a program that has a receiver and reports positions in place of the receiver's own
/// sentences.
package protocol ReportDecoder: Sendable {
  /// The protocol that is expected, for people.
  var protocolName: String { get }
  /// Whether the program reports its receiver's state, so that its silence means nothing.
  var reportsStates: Bool { get }

  /// Takes bytes, and passes on the reports in them.
  mutating func push(_ bytes: RawSpan, _ report: (Report) -> Void)
}

/// A report by a program that has a receiver.
package enum Report: Sendable {
  /// The program speaks the expected protocol and, as far as is known, has a receiver.
  case understood
  case event(FixEvent)
  /// The last position before this connection, and how old it is.
  case lastFix(Fix, age: Duration)
  /// The state of its receiver, in its own words.
  case state(StateReport)
  /// What this program may know about the location.
  case authorization(ServiceAuthorization)
}
