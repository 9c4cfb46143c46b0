// Core Location for Linux. SPDX-License-Identifier: MIT

/// An event for ``AuthorizationMachine``.
package enum AuthorizationEvent: Hashable, Sendable {
  case requestWhenInUse
  /// The application uses a function that requires permission, such as an iteration over updates, without a request.
  case requestImplicitly
  case requestAlways
  /// The application sends the person to its settings; the value is whether it has a display in place of a terminal.
  case openSettings(hasDisplay: Bool)
  /// The request's number is returned with the result.
  case requestTemporaryFullAccuracy(purposeKey: String, request: Int)
  case alwaysNeeded(request: Int)
  /// The question with this number has ended.
  case ended(question: Int, AuthorizationOutcome)
  /// The stored records changed, now or before ``AuthorizationEffect/store(_:replacing:)`` took effect.
  case recordsChanged(AuthorizationRecords)
  case stored(Decision)
  /// Once was removed from the file, which now contains this decision.
  case claimedOnce(Decision)
  case missedOnce
  case useChanged(isInUse: Bool)
}
