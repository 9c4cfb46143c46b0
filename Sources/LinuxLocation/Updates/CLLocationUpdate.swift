// Core Location for Linux. SPDX-License-Identifier: MIT

/// One event of a stream of locations: a location, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// The location; `nil` if the event only reports a state.
  public internal(set) var location: CLLocation?

  /// Whether the device is stationary; no more locations arrive until it moves.
  public internal(set) var stationary = false

  var diagnostics = UpdateDiagnostics()

  /// The same as ``stationary``.
  @available(*, deprecated, renamed: "stationary")
  public var isStationary: Bool { stationary }

  /// Whether the person has refused permission.
  public var authorizationDenied: Bool { diagnostics.authorizationDenied }

  /// Whether location services are off on this machine.
  public var authorizationDeniedGlobally: Bool { diagnostics.authorizationDeniedGlobally }

  /// Whether an administrator forbids the use of the location.
  public var authorizationRestricted: Bool { diagnostics.authorizationRestricted }

  /// Whether the application is in the background, where it may not know its location.
  public var insufficientlyInUse: Bool { diagnostics.insufficientlyInUse }

  /// Whether the receiver has no position now.
  public var locationUnavailable: Bool { diagnostics.locationUnavailable }

  /// Whether only reduced accuracy is granted.
  public var accuracyLimited: Bool { diagnostics.accuracyLimited }

  /// Whether there is no service session, although Info.plist has `NSLocationRequireExplicitServiceSession`.
  public var serviceSessionRequired: Bool { diagnostics.serviceSessionRequired }

  /// Whether the person is being asked, or has yet to be asked.
  public var authorizationRequestInProgress: Bool { diagnostics.authorizationRequestInProgress }
}

/// The conditions that prevent or limit the delivery of locations.
struct UpdateDiagnostics: Hashable, Sendable {
  var authorizationDenied = false
  var authorizationDeniedGlobally = false
  var authorizationRestricted = false
  var insufficientlyInUse = false
  var locationUnavailable = false
  var accuracyLimited = false
  var authorizationRequestInProgress = false
  var serviceSessionRequired = false

  init() {}

  init(_ permission: Permission) {
    authorizationDeniedGlobally = !permission.servicesEnabled
    authorizationDenied = permission.status == .denied
    authorizationRestricted = permission.status == .restricted
    authorizationRequestInProgress = permission.isBeingAsked
    serviceSessionRequired = permission.lacksSession
    // In the background, the person cannot be asked either.
    insufficientlyInUse =
      permission.isAuthorized && !permission.allowsEvents
      || permission.status == .notDetermined && !permission.isInUse
    accuracyLimited = permission.isAuthorized && permission.accuracy == .reducedAccuracy
  }
}
