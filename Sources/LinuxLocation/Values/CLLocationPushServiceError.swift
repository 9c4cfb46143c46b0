// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// The reason why locations cannot be requested by push notifications, which this system does not have.
public struct CLLocationPushServiceError: Error, CustomNSError, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: Int, Hashable, Sendable {
    /// Unknown.
    case unknown = 0
    /// The application has no extension for push notifications.
    case missingPushExtension = 1
    /// The application does not name a server.
    case missingPushServerEnvironment = 2
    /// The application is not entitled to push notifications.
    case missingEntitlement = 3
    /// This system has no push notifications.
    case unsupportedPlatform = 4

    /// Lets `catch CLLocationPushServiceError.unsupportedPlatform` match an error of this kind.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? CLLocationPushServiceError)?.code == code
    }
  }

  /// The kind.
  public let code: Code

  /// Creates an error of the given kind.
  public init(_ code: Code) { self.code = code }

  /// `CLLocationPushServiceErrorDomain`.
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }

  /// The number of the kind.
  public var errorCode: Int { code.rawValue }

  /// Unknown.
  public static var unknown: Code { .unknown }
  /// The application has no extension for push notifications.
  public static var missingPushExtension: Code { .missingPushExtension }
  /// The application does not name a server.
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }
  /// The application is not entitled to push notifications.
  public static var missingEntitlement: Code { .missingEntitlement }
  /// This system has no push notifications.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}

/// The part of an application that answers push notifications with its location; never called here.
public protocol CLLocationPushServiceExtension: NSObjectProtocol {
  /// Handles a push notification.
  func didReceiveLocationPushPayload(
    _ payload: [String: Any], completion: @escaping () -> Void)
  /// Is called when the time for handling a push notification runs out.
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  /// Does nothing by default.
  public func serviceExtensionWillTerminate() {}
}
