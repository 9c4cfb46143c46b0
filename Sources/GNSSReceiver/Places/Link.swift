// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import SerialLine

/// An open way to a receiver's bytes, or one that is being connected.
///
/// One thread uses it and waits for its descriptors: while it is connecting, until one of its attempts can be written
/// to, and until it can be read afterwards. The last reference closes it.
package protocol Link: AnyObject {
  /// What to read from; negative while it is connecting, or while another thread works on it, which then ends the wait.
  var descriptor: CInt { get }
  /// Attempts to connect, of which any may succeed; they may be others after ``connect(at:)``.
  var attempts: [CInt] { get }
  /// Whether it is still being connected, so that it cannot be read.
  var isConnecting: Bool { get }
  /// When to call ``connect(at:)`` if nothing happens before; `nil` for never.
  var connectDeadline: Duration? { get }
  /// Whether it has a rate that can be set.
  var hasRate: Bool { get }

  /// Goes on connecting, as far as that is possible without waiting.
  func connect(at now: Duration) throws(SourceError)

  /// Reads what has come, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome

  /// Forgets what has come and was not read, unless it is a file, in which nothing is too old.
  func discardInput()

  /// Sets the rate, if it has one.
  func setRate(_ rate: BaudRate) throws(SourceError)
}

extension Link {
  package var attempts: [CInt] { [] }
  package var isConnecting: Bool { false }
  package var connectDeadline: Duration? { nil }
  package var hasRate: Bool { false }
  package func connect(at now: Duration) throws(SourceError) {}
  package func discardInput() {}
  package func setRate(_ rate: BaudRate) throws(SourceError) {}
}
