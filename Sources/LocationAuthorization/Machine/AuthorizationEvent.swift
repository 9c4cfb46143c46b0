// Core Location for Linux. SPDX-License-Identifier: MIT

/// What happens to ``AuthorizationMachine``.
package enum AuthorizationEvent: Hashable, Sendable {
  case requestWhenInUse
  /// The application uses what requires permission, such as an iteration over updates, without a request.
  case requestImplicitly
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
  /// The mark Once was removed from the file, which contains this now.
  case claimedOnce(Decision)
  /// The mark Once could not be removed from the file.
  case missedOnce
  /// The application came into use, or is no longer in use.
  case useChanged(isInUse: Bool)
}
