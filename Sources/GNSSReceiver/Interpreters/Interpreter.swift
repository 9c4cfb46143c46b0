// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationProtocols

/// Reads what a source sends, in the protocol that it speaks: bytes and times in, reports out.
///
/// A source says which interpreter reads its bytes; see ``SourceKind/interpreter(_:)``. What a receiver itself may send on one
/// line, sentences and frames of UBX, is read by one interpreter, ``SentenceInterpreter``. The others read programs that have a
/// receiver and report positions in a protocol of their own.
package protocol Interpreter: Sendable {
  /// The protocol, for people.
  var protocolName: String { get }
  /// Whether the source also reports its receiver's state, so that its silence means nothing.
  var reportsStates: Bool { get }
  /// What has been read so far.
  var progress: FixPipeline.Progress { get }

  /// Reads bytes in pieces of any size.
  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer)
  /// Notes that time has passed without a byte.
  mutating func elapse(to now: Duration, _ consume: Interpretation.Consumer)
  /// Ends the stream.
  mutating func finish(_ consume: Interpretation.Consumer)
}

extension Interpreter {
  package var reportsStates: Bool { false }
  package mutating func elapse(to now: Duration, _ consume: Interpretation.Consumer) {}
  package mutating func finish(_ consume: Interpretation.Consumer) {}
}

/// What follows from a source's bytes.
package enum Interpretation: Hashable, Sendable {
  /// Takes what follows, which is handed over, in order.
  package typealias Consumer = (consuming Interpretation) -> Void

  /// The program speaks the expected protocol and, as far as is known, has a receiver.
  case understood
  /// This has happened, at this one of a program's receivers if it says which, and so long ago.
  case event(ReceiverEvent.Content, receiver: String? = nil, age: Duration? = nil)
  /// The state of the program's receiver, in its own words.
  indirect case state(StateReport)
  /// What this program may know about the location.
  indirect case authorization(ServiceAuthorization)
}
