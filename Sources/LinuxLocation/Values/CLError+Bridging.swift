// Core Location for Linux. SPDX-License-Identifier: MIT
//
// As on Apple's systems, a CLError casts to an NSError and an NSError of its domain casts to a CLError, also at run time:
// `catch let error as NSError` has no other way to match one.

public import Foundation

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
