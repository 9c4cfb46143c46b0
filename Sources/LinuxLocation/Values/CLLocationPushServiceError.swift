// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// Why locations cannot be requested by push notifications: there are none here.
public struct CLLocationPushServiceError: Error, CustomNSError, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: Int, Hashable, Sendable {
    /// Unknown.
    case unknown = 0
    /// The application has no extension for them.
    case missingPushExtension = 1
    /// The application does not name a server.
    case missingPushServerEnvironment = 2
    /// The application is not entitled to them.
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

  /// Creates an error of a kind.
  public init(_ code: Code) { self.code = code }

  /// `CLLocationPushServiceErrorDomain`.
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }

  /// The number of the kind.
  public var errorCode: Int { code.rawValue }

  /// Unknown.
  public static var unknown: Code { .unknown }
  /// The application has no extension for them.
  public static var missingPushExtension: Code { .missingPushExtension }
  /// The application does not name a server.
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }
  /// The application is not entitled to them.
  public static var missingEntitlement: Code { .missingEntitlement }
  /// This system has no push notifications.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}

/// What an application does when a push notification requests its location; never called here.
public protocol CLLocationPushServiceExtension: NSObjectProtocol {
  /// A push has come.
  func didReceiveLocationPushPayload(
    _ payload: [String: Any], completion: @escaping () -> Void)
  /// The time for it runs out.
  func serviceExtensionWillTerminate()
}

extension CLLocationPushServiceExtension {
  /// Does nothing by default.
  public func serviceExtensionWillTerminate() {}
}
