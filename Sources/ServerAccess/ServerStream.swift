// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
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

  /// Returns the descriptors to poll, and for what: what connecting takes, or the given events of the connection.
  func polled(for events: Int32) -> [pollfd]
  func connect(at now: Duration) throws(StreamError)
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome
  /// Writes as much as is accepted at once, and returns how much that is.
  func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int
}
