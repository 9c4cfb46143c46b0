// Core Location for Linux. SPDX-License-Identifier: MIT

/// What an application may know about the location now.
package struct Authorization: Hashable, Sendable {
  package var status: AuthorizationStatus
  /// Whether Always has been granted without a question for it, which is asked when an event first requires it.
  package var isProvisional: Bool
  package var accuracy: AuthorizedAccuracy
  /// Whether location services are enabled on this machine; if not, `status` is denied.
  package var servicesEnabled: Bool
  /// Whether the application is in use: in the foreground of a terminal, or declared so by itself.
  package var isInUse: Bool
  package var isBeingAsked: Bool
}

/// What an application may know about the location, as reported to it.
package enum AuthorizationStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// No decision has been made.
  case notDetermined
  /// The administrator forbids it, and the person cannot change that.
  case restricted
  /// The person forbids it, or location services are off.
  case denied
  case authorizedAlways
  /// The application may use the location while it is in use.
  case authorizedWhenInUse

  package var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

/// How exactly an application may know the location, independent of whether it may know it.
package enum AuthorizedAccuracy: String, Hashable, Sendable, Codable {
  /// As exactly as it is known.
  case full
  /// To a few kilometers.
  case reduced
}

package enum TemporaryAccuracyError: Error, Hashable, Sendable {
  /// The dictionary of purposes has no text under this key.
  case unknownPurposeKey(String)
  case alreadyFull
  case notAuthorized(AuthorizationStatus)
  case declined
  /// The person did not answer, or could not be asked.
  case notAnswered
}

extension TemporaryAccuracyError: CustomStringConvertible {
  package var description: String {
    let reason =
      switch self {
      case .unknownPurposeKey(let key):
        "\(UsageDescriptions.temporaryKey) has no text under \"\(key)\"; add it to the Info.plist"
      case .alreadyFull: "accuracy is full already; ask only while it is reduced"
      case .notAuthorized(let status):
        "the application is not authorized (\(status.rawValue)); request authorization first"
      case .declined: "the person declined; continue with reduced accuracy"
      case .notAnswered: "the person gave no answer; ask again when it matters"
      }
    return "cannot get full accuracy for a while: " + reason
  }
}
