// Core Location for Linux. SPDX-License-Identifier: MIT

/// How exactly an application may know where it is.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As exactly as the receiver.
  case fullAccuracy = 0
  /// To a few kilometers, and not the newest.
  case reducedAccuracy = 1
}
