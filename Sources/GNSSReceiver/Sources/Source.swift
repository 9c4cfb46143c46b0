// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import LocationProtocols
package import SerialLine

/// Something that a receiver's bytes may come from.
package struct Source: Hashable, Sendable {
  /// How likely it is to be a receiver, judged without listening to it.
  package enum Likelihood: Int, Comparable, Sendable {
    case unlikely
    case possible
    case likely
    /// The catalog knows it, or the user has named it.
    case certain
    /// The location service, which takes precedence over all ports.
    case service

    package static func < (one: Likelihood, other: Likelihood) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// A stable identity, independent of the port's present name; baud rates are remembered by it.
  package let identity: String
  /// Where it is now.
  package var kind: any SourceKind
  /// What it is, for people, such as `u-blox 8`; `nil` if unknown.
  ///
  /// It may be text that the device provides.
  package var model: String?
  package var likelihood: Likelihood
  /// Its place in the order in which the user has named several receivers, the most preferred first.
  package var preference = 0

  package init(
    identity: String, kind: some SourceKind, model: String? = nil,
    likelihood: Likelihood = .unlikely
  ) {
    self.identity = identity
    self.kind = kind
    self.model = model
    self.likelihood = likelihood
  }

  /// Its name in messages: the path or the address.
  package var name: String { kind.name }
  package var traits: SourceTraits { kind.traits }

  /// Its rank among receivers, the most preferred first: by the user's order, then by the likelihood of a receiver.
  package var rank: Int {
    let likelihoods = Likelihood.service.rawValue + 1
    return (preference + 1) * likelihoods - likelihood.rawValue
  }
}

extension Source {
  package static func == (one: Source, other: Source) -> Bool {
    one.identity == other.identity && one.kind.isSame(as: other.kind) && one.model == other.model
      && one.likelihood == other.likelihood
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// Where a receiver's bytes come from: what is known before it is opened, and how it is opened.
///
/// A new source of bytes needs a `NamedSource` with its `Connection`, and an entry in ``ReceiverSupervisor/Selection/kinds``;
/// the supervisor does not know which kinds exist.
package protocol SourceKind: Hashable, Sendable {
  /// Its name in messages: a path or an address.
  var name: String { get }
  /// What the supervisor needs to know about it.
  var traits: SourceTraits { get }
  /// Returns what reads its bytes, a new one for each connection; by default, they are a receiver's own.
  func interpreter(_ options: SupervisionOptions) -> any Interpreter

  /// Opens the source, or starts connecting to it, without waiting.
  func open(_ request: OpenRequest) throws(SourceError) -> any Connection
}

extension SourceKind {
  package func interpreter(_ options: SupervisionOptions) -> any Interpreter {
    SentenceInterpreter(options.pipeline(for: traits), asleep: options.asleep)
  }

  /// Whether this is the same source as another.
  package func isSame(as other: any SourceKind) -> Bool { other as? Self == self }
}

/// How a source differs from a file that never ends.
package struct SourceTraits: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Its baud rate has to be found.
  package static let hasRate = SourceTraits(rawValue: 1 << 0)
  /// It is on another machine, so it is tried less often than a port of this one.
  package static let isRemote = SourceTraits(rawValue: 1 << 1)
  /// Its content ends: it is never silent, and is not opened again.
  package static let ends = SourceTraits(rawValue: 1 << 2)
  /// Senders come and go without a connection, so opening it again would not change anything.
  package static let isConnectionless = SourceTraits(rawValue: 1 << 3)
  /// Its positions were recorded; they do not tell where this machine is.
  package static let isRecorded = SourceTraits(rawValue: 1 << 4)
  /// It is the location service; while that answers, no port is opened.
  package static let isService = SourceTraits(rawValue: 1 << 5)
  /// It is a program that has a receiver and reports positions, not the receiver's own bytes.
  package static let isProgram = SourceTraits(rawValue: 1 << 6)
  /// What is written to it reaches the receiver.
  package static let canBeWritten = SourceTraits(rawValue: 1 << 7)
  /// It is asked only after nobody else has had a position for a while, and left as soon as somebody has.
  package static let isFallback = SourceTraits(rawValue: 1 << 8)
}

/// How to open a source.
package struct OpenRequest: Sendable {
  /// The baud rate; `nil` for a source without one.
  package let rate: BaudRate?
  /// Ends the wait of the thread that calls ``Connection/connect(at:)``; may be signaled from any thread.
  package let wakeUp: WakeUp

  /// Whether it is opened for writing, too: only for corrections.
  package let isWritten: Bool

  package init(rate: BaudRate?, wakeUp: WakeUp, isWritten: Bool = false) {
    self.rate = rate
    self.wakeUp = wakeUp
    self.isWritten = isWritten
  }
}

/// A source that can be named in one word, such as `tcp://host:port`.
///
/// A new kind is added to ``ReceiverSupervisor/Selection/kinds``; it is then recognized, and listed in the help and in
/// messages.
package protocol NamedSource: SourceKind {
  /// The form of such names, for people.
  static var form: String { get }

  /// Returns the source of that name; `nil` for a name of another form.
  ///
  /// - Parameter introduction: what this program tells a service about itself.
  /// - Throws: ``SelectionError`` for a name that begins like this form but is malformed.
  init?(named name: String, introduction: ClientIntroduction) throws(SelectionError)
}
