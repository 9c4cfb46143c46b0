// Core Location for Linux. SPDX-License-Identifier: MIT

/// How near a beacon is.
public enum CLProximity: Int, Sendable {
  /// Unknown.
  case unknown = 0
  /// Next to it.
  case immediate = 1
  /// Some meters away.
  case near = 2
  /// Farther.
  case far = 3
}
