// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A connection that is open, or connecting.
struct OpenConnection {
  let identity: String
  /// Differs from that of every other connection, also of one to the same source.
  let number: Int
  let connection: any Connection
  var isConnecting: Bool
  /// Until when arriving bytes may gather, or when connecting has to continue; `nil` if neither applies.
  var due: Duration?

  /// Whether something waits to be written to it that it did not accept.
  var isFull = false

  /// The events to wait for: for a connection whose bytes are gathering, only a hang-up.
  var events: CInt {
    let isWriting = isConnecting ? connection.hasOutput : isFull
    return (due == nil || isConnecting ? POLLIN : 0) | (isWriting ? POLLOUT : 0)
  }

  /// Whether it has to be served although nothing happened.
  func isDue(at now: Duration) -> Bool { due.map { now >= $0 } ?? false }

  /// Writes what waits, as far as it is accepted.
  mutating func empty(_ outbox: ReceiverOutbox, at now: Duration) throws(SourceError) {
    isFull = false
    try outbox.drain(to: number, at: now) { bytes throws(SourceError) in
      try connection.write(bytes) ?? bytes.count
    }
    isFull = outbox.isWaiting
  }
}
