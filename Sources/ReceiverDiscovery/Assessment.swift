// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a device is taken to be.
package struct Assessment: Hashable, Sendable {
  /// How likely it is to be a receiver.
  package let likelihood: ReceiverLikelihood
  /// What it is, for people, such as "u-blox 8"; may be text that the device provides.
  package let name: String
  /// The reason, in one clause.
  package let reason: String

  init(_ likelihood: ReceiverLikelihood, _ name: String, _ reason: String) {
    self.likelihood = likelihood
    self.name = name
    self.reason = reason
  }
}
