// Core Location for Linux. SPDX-License-Identifier: MIT

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
      case .declined: "the person said no; go on with reduced accuracy"
      case .notAnswered: "the person gave no answer; ask again when it matters"
      }
    return "cannot have full accuracy for a while: " + reason
  }
}
