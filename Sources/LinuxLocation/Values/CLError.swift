// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// The reason why a request failed.
///
/// Errors reach applications as values of this type: `error as? CLError` and `catch CLError.denied` match them, and
/// so does `catch let error as NSError`.
public struct CLError: Error, CustomNSError, Hashable, Sendable {
  // swift-format-ignore: NoLeadingUnderscores
  /// The error as an `NSError` of the domain `kCLErrorDomain`.
  public let _nsError: NSError

  /// Wraps an error of any domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// Creates an error of the given kind.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(domain: kCLErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The kind; ``Code/locationUnknown`` for an unknown one.
  public var code: Code { Code(rawValue: _nsError.code) ?? .locationUnknown }

  /// `kCLErrorDomain`.
  public static var errorDomain: String { kCLErrorDomain }

  /// The number of the kind.
  public var errorCode: Int { _nsError.code }

  /// Further information.
  public var userInfo: [String: Any] { _nsError.userInfo }

  /// Further information, including a description.
  public var errorUserInfo: [String: Any] {
    var userInfo = _nsError.userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = code.explanation
    }
    return userInfo
  }

  /// A description for people.
  public var localizedDescription: String {
    errorUserInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
  }

  /// The region that could be monitored instead of the refused one; `nil` if there is none.
  public var alternateRegion: CLRegion? {
    userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion
  }

  /// Whether both errors have the same domain and kind.
  public static func == (left: Self, right: Self) -> Bool {
    left._nsError.domain == right._nsError.domain && left._nsError.code == right._nsError.code
  }

  /// Hashes the domain and the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(_nsError.domain)
    hasher.combine(_nsError.code)
  }
}

// swift-format-ignore: NoLeadingUnderscores
extension CLError: _ObjectiveCBridgeable {
  /// An `NSError` of the domain `kCLErrorDomain`.
  public func _bridgeToObjectiveC() -> NSError {
    NSError(domain: _nsError.domain, code: _nsError.code, userInfo: errorUserInfo)
  }

  /// Wraps an `NSError` of any domain.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CLError?) {
    result = CLError(_nsError: source)
  }

  /// Wraps an `NSError` of the domain `kCLErrorDomain`, and no other.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSError, result: inout CLError?
  ) -> Bool {
    result = source.domain == kCLErrorDomain ? CLError(_nsError: source) : nil
    return result != nil
  }

  /// Wraps an `NSError` of any domain, which is never `nil`.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CLError {
    source.map(CLError.init(_nsError:)) ?? CLError(.locationUnknown)
  }
}

extension CLError {
  /// The kinds of errors.
  public enum Code: Int, Hashable, Sendable {
    /// There is no position now, but there may be one later.
    case locationUnknown = 0
    /// The person has refused: stop the service.
    case denied = 1
    /// A server did not answer, or received too many requests.
    case network = 2
    /// The heading cannot be determined.
    case headingFailure = 3
    /// Monitoring regions was denied.
    case regionMonitoringDenied = 4
    /// The region cannot be monitored: it is not valid, or there are too many.
    case regionMonitoringFailure = 5
    /// Monitoring begins with a delay.
    case regionMonitoringSetupDelayed = 6
    /// Crossings are reported with a delay.
    case regionMonitoringResponseDelayed = 7
    /// Nothing was found.
    case geocodeFoundNoResult = 8
    /// Only part of the result was found.
    case geocodeFoundPartialResult = 9
    /// The request was canceled.
    case geocodeCanceled = 10
    /// Deferred updates are unavailable.
    case deferredFailed = 11
    /// Deferred updates require standard updates.
    case deferredNotUpdatingLocation = 12
    /// Deferred updates require a better accuracy.
    case deferredAccuracyTooLow = 13
    /// Deferred updates do not allow a distance filter.
    case deferredDistanceFiltered = 14
    /// Deferred updates were canceled.
    case deferredCanceled = 15
    /// Beacons cannot be ranged on this machine.
    case rangingUnavailable = 16
    /// Ranging failed.
    case rangingFailure = 17
    /// The person was not asked, or declined.
    case promptDeclined = 18
    /// Past locations are unavailable.
    case historicalLocationError = 19

    /// Lets `catch CLError.denied` match an error of this kind.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? CLError)?.code == code
    }

    /// A description for people.
    var explanation: String {
      switch self {
      case .locationUnknown: "The location is unknown at the moment."
      case .denied: "Access to the location was denied."
      case .network: "The server is not available at the moment."
      case .headingFailure: "The heading cannot be determined."
      case .regionMonitoringDenied: "Monitoring regions was denied."
      case .regionMonitoringFailure:
        "The region cannot be monitored: it is not valid, or there are too many."
      case .regionMonitoringSetupDelayed: "Monitoring starts late."
      case .regionMonitoringResponseDelayed: "Crossings are reported late."
      case .geocodeFoundNoResult: "Nothing was found."
      case .geocodeFoundPartialResult: "Only part of the result was found."
      case .geocodeCanceled: "The request was canceled."
      case .deferredFailed: "Deferred updates are not available."
      case .deferredNotUpdatingLocation: "Deferred updates require running updates."
      case .deferredAccuracyTooLow: "Deferred updates need a better accuracy."
      case .deferredDistanceFiltered: "Deferred updates do not allow a distance filter."
      case .deferredCanceled: "Deferred updates were canceled."
      case .rangingUnavailable: "Beacon ranging is not available."
      case .rangingFailure: "Ranging failed."
      case .promptDeclined: "The prompt was not shown."
      case .historicalLocationError: "Historical locations are not available."
      }
    }
  }

  /// There is no position now, but there may be one later.
  public static var locationUnknown: Code { .locationUnknown }
  /// The person has refused: stop the service.
  public static var denied: Code { .denied }
  /// A server did not answer, or received too many requests.
  public static var network: Code { .network }
  /// The heading cannot be determined.
  public static var headingFailure: Code { .headingFailure }
  /// Monitoring regions was denied.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// The region cannot be monitored: it is not valid, or there are too many.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// Monitoring begins with a delay.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// Crossings are reported with a delay.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// Nothing was found.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// Only part of the result was found.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// The request was canceled.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// Deferred updates are unavailable.
  public static var deferredFailed: Code { .deferredFailed }
  /// Deferred updates require standard updates.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// Deferred updates require a better accuracy.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// Deferred updates do not allow a distance filter.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// Deferred updates were canceled.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// Beacons cannot be ranged on this machine.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// Ranging failed.
  public static var rangingFailure: Code { .rangingFailure }
  /// The person was not asked, or declined.
  public static var promptDeclined: Code { .promptDeclined }
  /// Past locations are unavailable.
  public static var historicalLocationError: Code { .historicalLocationError }
}
