// Core Location for Linux. SPDX-License-Identifier: MIT

package struct Assessment: Hashable, Sendable {
  package let likelihood: ReceiverLikelihood
  /// What it is, for people, such as "u-blox 8"; may be text that the device provides.
  package let name: String
  package let reason: String

  init(_ likelihood: ReceiverLikelihood, _ name: String, _ reason: String) {
    (self.likelihood, self.name, self.reason) = (likelihood, name, reason)
  }
}
