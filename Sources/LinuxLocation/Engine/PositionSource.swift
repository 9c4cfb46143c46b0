// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import SerialLine

/// Where the engine's events come from: a receiver in this process, and one day a daemon.
protocol PositionSource: Sendable {
  /// Whether positions come from a recording.
  var isReplay: Bool { get }

  /// Begins to tell what happens, on a thread of its own, until what is returned is let go.
  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws -> any Sendable
}

/// A receiver in this process.
final class ReceiverSource: PositionSource {
  private let selection: ReceiverSupervisor.Selection
  private let supervisor = Guarded<ReceiverSupervisor?>(nil)

  init(_ selection: ReceiverSupervisor.Selection) { self.selection = selection }

  var isReplay: Bool {
    if case .place(let candidate) = selection, case .recording = candidate.place {
      true
    } else {
      false
    }
  }

  func start(_ receive: @escaping @Sendable ([ReceiverEvent]) -> Void) throws -> any Sendable {
    let supervisor = try supervisor.withLock { known in
      if let known { return known }
      let made = try ReceiverSupervisor(selection)
      known = made
      return made
    }
    return try supervisor.observe(receive)
  }
}
