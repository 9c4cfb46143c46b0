// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The entries that other threads appended, in order.
final class Journal<Entry: Sendable>: Sendable {
  private let content = Mutex<[Entry]>([])

  var entries: [Entry] { content.withLock { $0 } }

  func append(_ entry: Entry) { content.withLock { $0.append(entry) } }
}
