// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import SerialLine

/// An open connection to a receiver's bytes, or one that is being established.
///
/// One thread uses a connection and waits for its descriptors: while it is connecting, until one of its attempts is writable;
/// after that, until it is readable. Releasing the last reference closes it.
package protocol Connection: AnyObject {
  /// The descriptor to read from; negative while the connection is connecting, or while another thread works on it and then
  /// ends the wait.
  var descriptor: CInt { get }
  /// The descriptors of attempts to connect, any of which may succeed; ``connect(at:)`` may change them.
  var attempts: [CInt] { get }
  /// Whether the connection is still connecting, so that it cannot be read.
  var isConnecting: Bool { get }
  /// When to call ``connect(at:)`` if nothing happens before then; `nil` for never.
  var connectDeadline: Duration? { get }
  /// Whether a connection that is connecting also waits until its descriptor is writable.
  var hasOutput: Bool { get }
  /// Whether the connection has a baud rate that can be set.
  var hasRate: Bool { get }

  /// Continues connecting, as far as that is possible without waiting.
  func connect(at now: Duration) throws(SourceError)

  /// Reads what has arrived, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome

  /// Discards what has arrived and not been read, except from a file, in which nothing is too old.
  func discardInput()

  /// Sets the baud rate, if the connection has one.
  func setRate(_ rate: BaudRate) throws(SourceError)

  /// Writes as much as is accepted without waiting, and returns how much that is; `nil` if nothing can be written here.
  func write(_ bytes: ArraySlice<UInt8>) throws(SourceError) -> Int?
}

extension Connection {
  package var attempts: [CInt] { [] }
  package var isConnecting: Bool { false }
  package var connectDeadline: Duration? { nil }
  package var hasOutput: Bool { false }
  package var hasRate: Bool { false }
  package func connect(at now: Duration) throws(SourceError) {}
  package func discardInput() {}
  package func setRate(_ rate: BaudRate) throws(SourceError) {}
  package func write(_ bytes: ArraySlice<UInt8>) throws(SourceError) -> Int? { nil }
}
