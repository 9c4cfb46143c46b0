// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import LocationFormats

/// The log's lines about fixes that should not be trusted; they say nothing of the place.
final class WarningLog: Sendable {
  private let changes = Mutex(WarningChanges())

  /// Returns a line for each warning that begins or ends with an event.
  func lines(for content: ReceiverEvent.Content) -> [String] {
    guard case .report(.fix(let fix)) = content else { return [] }
    return changes.withLock { $0.received(fix.warnings) }?.lines ?? []
  }
}
