// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LocationPublishing
import TrackStore

/// A destination and the messages about it: each change once, never a line for every attempt.
struct PublishingDestination {
  let address: any Destination
  let id: DestinationID
  /// Why it was given up, with an exit code; `nil` while it is tried.
  private(set) var refusal: Failure?
  private var hasConnected = false
  /// Why it does not answer; `nil` while it does.
  private var trouble: String?
  /// The number of reports dropped for it when that was last reported.
  private var dropped: Int

  init(_ address: any Destination, _ id: DestinationID, dropped: Int) {
    (self.address, self.id, self.dropped) = (address, id, dropped)
  }

  /// Returns the message about a status; `nil` if it is not news.
  mutating func received(_ status: DeliveryStatus) -> String? {
    switch status {
    case .connected:
      defer { hasConnected = true }
      return hasConnected ? nil : "publishing to \(address)"
    case .delivered:
      defer { trouble = nil }
      return trouble == nil ? nil : "\(address) accepts positions again"
    case .waiting(let reason, _):
      guard reason != trouble else { return nil }
      trouble = reason
      return "waiting: \(reason)"
    case .refused(let reason, let exitCode):
      refusal = Failure(reason, exitCode)
      return reason
    }
  }

  /// Returns the message about dropped reports; `nil` if there are no more than before.
  mutating func received(dropped count: Int) -> String? {
    guard count > dropped else { return nil }
    defer { dropped = count }
    return
      "\(counted(count - dropped, "position")) for \(address) \(count - dropped == 1 ? "was" : "were") dropped: "
      + "what waits exceeds --max-queue or --max-age"
  }
}
