// Core Location for Linux. SPDX-License-Identifier: MIT

/// Something that a receiver's bytes may come from.
package struct Candidate: Hashable, Sendable {
  /// How likely it is to be a receiver, going by what is known without listening to it.
  package enum Likelihood: Int, Comparable, Sendable {
    case unlikely
    case possible
    case likely
    /// The catalog knows it, or the user has named it.
    case certain
    /// The location service, which goes before all ports.
    case service

    package static func < (one: Likelihood, other: Likelihood) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// What it is known by, whatever the port is called today; baud rates are remembered by it.
  package let identity: String
  /// Where it is now.
  package var place: any Place
  /// What it is, for people, such as `u-blox 8`; `nil` if nobody knows.
  ///
  /// It may be the device's own words.
  package var model: String?
  package var likelihood: Likelihood

  package init(
    identity: String, place: some Place, model: String? = nil, likelihood: Likelihood = .unlikely
  ) {
    self.identity = identity
    self.place = place
    self.model = model
    self.likelihood = likelihood
  }

  /// What it is called in messages: the path or the address.
  package var name: String { place.name }
}

extension Candidate {
  package static func == (one: Candidate, other: Candidate) -> Bool {
    one.identity == other.identity && one.place.isSame(as: other.place) && one.model == other.model
      && one.likelihood == other.likelihood
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
