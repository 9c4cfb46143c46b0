// Core Location for Linux. SPDX-License-Identifier: MIT

/// Something that a receiver's bytes may come from.
package struct Candidate: Hashable, Sendable {
  /// What it is known by, whatever the port is called today; baud rates are remembered by it.
  package let identity: String
  /// Where it is now.
  package var place: any Place
  /// What it is, for people, such as `u-blox 8`; `nil` if nobody knows.
  ///
  /// It may be the device's own words.
  package var model: String?
  /// How likely it is a receiver, from 0; the catalog's order.
  package var likelihood: Int

  package init(identity: String, place: some Place, model: String? = nil, likelihood: Int = 0) {
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
