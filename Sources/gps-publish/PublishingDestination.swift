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
  private var backlog = BacklogProgress()
  /// The number of reports dropped for it when that was last reported.
  private var dropped: Int

  init(_ address: any Destination, _ id: DestinationID, dropped: Int) {
    (self.address, self.id, self.dropped) = (address, id, dropped)
  }

  /// Positions that have waited are sent from now on.
  mutating func begin(_ waiting: Int, at now: Duration) { backlog.begin(waiting, at: now) }

  /// Returns how far it has come with those; `nil` while it does not answer, and if that is not worth a line.
  func progress(at now: Duration) -> String? {
    guard hasConnected, trouble == nil, refusal == nil else { return nil }
    return backlog.text(at: now).map { "\($0): \(address)" }
  }

  /// Returns the message about a status; `nil` if it is not news.
  mutating func received(_ status: DeliveryStatus) -> String? {
    switch status {
    case .delivered(let count): backlog.delivered(count)
    case .waiting, .refused: backlog.interrupt()
    case .connected: break
    }
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
