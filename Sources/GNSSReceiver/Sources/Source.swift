// Core Location for Linux. SPDX-License-Identifier: MIT

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
}

extension Source {
  package static func == (one: Source, other: Source) -> Bool {
    one.identity == other.identity && one.kind.isSame(as: other.kind) && one.model == other.model
      && one.likelihood == other.likelihood
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
