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
