// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// What came from other threads, in order.
final class Journal<Entry: Sendable>: Sendable {
  private let content = Guarded<[Entry]>([])

  var entries: [Entry] { content.withLock { $0 } }

  func append(_ entry: Entry) { content.withLock { $0.append(entry) } }
}
