// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// Why a connection to a server cannot be made, or has failed, as one line.
package struct StreamError: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// A connection to a server that is driven by one thread and never waits; releasing it closes it.
package protocol ServerStream: AnyObject {
  /// Whether it is still connecting; ``connect(at:)`` is then called when ``due`` has come, or a descriptor is ready.
  var isConnecting: Bool { get }
  /// When to call ``connect(at:)`` if nothing happens before then; `nil` for never.
  var due: Duration? { get }
  /// Whether bytes may be readable although no descriptor is ready.
  var hasUnreadBytes: Bool { get }

  /// Adds the descriptors to wait for: what connecting takes, or the connection, for the given events.
  func watch(_ watched: inout Reactor.Watched, for events: CInt)
  func connect(at now: Duration) throws(StreamError)
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome
  /// Writes as much as is accepted at once, and returns how much that is.
  func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int
}
