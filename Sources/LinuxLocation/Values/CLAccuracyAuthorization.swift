// Core Location for Linux. SPDX-License-Identifier: MIT

/// How accurately an application may know its location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As accurately as the receiver reports it.
  case fullAccuracy = 0
  /// To a few kilometers, and with a delay.
  case reducedAccuracy = 1
}
