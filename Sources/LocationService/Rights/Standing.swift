// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationAuthorization

package enum Standing: Hashable, Sendable {
  /// Not decided, because the client's identity or the receiver is not known yet.
  case pending
  /// The reason, and what to do about it.
  case refused(String)
  case allowed(AuthorizedAccuracy)

  /// How much the client may see.
  package var exposure: Exposure {
    if case .allowed(let accuracy) = self { Exposure(accuracy) } else { .nothing }
  }

  var isRefused: Bool { if case .refused = self { true } else { false } }
}
