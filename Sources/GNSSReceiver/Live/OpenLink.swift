// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A link that is open, or connecting.
struct OpenLink {
  let identity: String
  /// Differs from that of every other link, also of one to the same place.
  let number: Int
  let link: any Link
  var isConnecting: Bool
  /// Until when arriving bytes may gather, or when connecting has to continue; `nil` if neither applies.
  var due: Duration?

  /// Whether something waits to be written to it that it did not accept.
  var isFull = false

  /// The events to wait for: for a link whose bytes are gathering, only a hang-up.
  var events: Int16 {
    let isWriting = isConnecting ? link.hasOutput : isFull
    return (due == nil || isConnecting ? Int16(POLLIN) : 0) | (isWriting ? Int16(POLLOUT) : 0)
  }

  /// Whether it has to be served although nothing happened.
  func isDue(at now: Duration) -> Bool { due.map { now >= $0 } ?? false }

  /// Writes what waits, as far as it is accepted.
  mutating func empty(_ outbox: ReceiverOutbox, at now: Duration) throws(SourceError) {
    isFull = false
    try outbox.drain(to: number, at: now) { bytes throws(SourceError) in
      try link.write(bytes) ?? bytes.count
    }
    isFull = outbox.isWaiting
  }
}
