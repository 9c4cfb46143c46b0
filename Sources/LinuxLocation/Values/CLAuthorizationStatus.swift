// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether an application may know where it is.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The person has not decided yet.
  case notDetermined = 0
  /// An administrator forbids it, and the person cannot change that.
  case restricted = 1
  /// The person has refused, or location services are off on this machine.
  case denied = 2
  /// At any time, in the background too.
  case authorizedAlways = 3
  /// While the application is in use.
  case authorizedWhenInUse = 4

  /// The name of ``authorizedAlways`` on macOS.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// How accurately an application may know its location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As accurately as the receiver reports it.
  case fullAccuracy = 0
  /// To a few kilometers, and with a delay.
  case reducedAccuracy = 1
}
