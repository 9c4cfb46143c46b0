// Core Location for Linux. SPDX-License-Identifier: MIT

/// How exactly an application may know the location, independent of whether it may know it.
package enum AuthorizedAccuracy: String, Hashable, Sendable, Codable {
  /// As exactly as it is known.
  case full
  /// To a few kilometers.
  case reduced
}
