// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a device is taken for.
package struct Assessment: Hashable, Sendable {
  /// How likely it is a receiver.
  package let likelihood: ReceiverLikelihood
  /// What it is, for people, such as "u-blox 8"; it may be the device's own words.
  package let name: String
  /// Why, in one clause.
  package let reason: String

  init(_ likelihood: ReceiverLikelihood, _ name: String, _ reason: String) {
    self.likelihood = likelihood
    self.name = name
    self.reason = reason
  }
}
