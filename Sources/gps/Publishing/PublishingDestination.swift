// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import LocationPublishing
  import PositionDelivery
  import PositionStore

  /// A destination, and what is said of it: each change once, and never a line for every try.
  struct PublishingDestination {
    let address: DestinationAddress
    let id: DestinationID
    /// Why it was given up, and an exit code; `nil` while it is tried.
    private(set) var refusal: Failure?
    private var hasConnected = false
    /// Why it does not answer; `nil` while it does.
    private var trouble: String?
    /// Reports that had been dropped for it when that was last said.
    private var dropped: Int

    init(_ address: DestinationAddress, _ id: DestinationID, dropped: Int) {
      self.address = address
      self.id = id
      self.dropped = dropped
    }

    /// What is to be said about a status; `nil` if it is no news.
    mutating func received(_ status: DeliveryStatus) -> String? {
      switch status {
      case .connected:
        defer { hasConnected = true }
        return hasConnected ? nil : "publishing to \(address)"
      case .delivered:
        defer { trouble = nil }
        return trouble == nil ? nil : "\(address) takes positions again"
      case .waiting(let reason, _):
        guard reason != trouble else { return nil }
        trouble = reason
        return "waiting: \(reason)"
      case .refused(let reason, let exitCode):
        refusal = Failure(reason, exitCode)
        return reason
      }
    }

    /// What is to be said if reports were dropped for it; `nil` if no more than before were.
    mutating func received(dropped count: Int) -> String? {
      guard count > dropped else { return nil }
      defer { dropped = count }
      return
        "\(Self.positions(count - dropped)) for \(address) \(count - dropped == 1 ? "was" : "were") dropped: "
        + "what waits exceeds --max-queue or --max-age"
    }

    /// `1 position`, `12 positions`.
    static func positions(_ count: Int) -> String {
      count == 1 ? "1 position" : "\(count) positions"
    }
  }
#endif
