// Core Location for Linux. SPDX-License-Identifier: MIT

/// What happens to ``AuthorizationMachine``.
package enum AuthorizationEvent: Hashable, Sendable {
  case requestWhenInUse
  case requestAlways
  /// The number is given back with the result.
  case requestTemporaryFullAccuracy(purposeKey: String, request: Int)
  /// Something is to be told that needs Always; the number is given back with the result.
  case alwaysNeeded(request: Int)
  /// The question of this number came to an end.
  case ended(question: Int, AuthorizationOutcome)
  /// Somebody else changed what is kept, or it was changed before ``AuthorizationEffect/store(_:replacing:)``.
  case recordsChanged(AuthorizationRecords)
  /// The decision was kept, as it is in the file now.
  case stored(Decision)
  /// The mark Once was taken out of the file, which holds this now.
  case tookOnce(Decision)
  /// The mark Once could not be taken out of the file.
  case missedOnce
  /// The application came into use, or is no longer in use.
  case useChanged(isInUse: Bool)
}
