// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// An open way to a receiver's bytes, to be waited for by `poll`.
///
/// Used by one thread alone, closed with its
/// last reference.
protocol Link: AnyObject {
  /// What to wait for.
  var descriptor: CInt { get }
  /// The events to wait for: to be readable, as a rule.
  var interest: Int16 { get }
  /// Whether it is still being connected, so that it cannot be read.
  var isConnecting: Bool { get }
  /// Whether it has a rate that can be set.
  var hasRate: Bool { get }

  /// Looks whether the connection stands, once the descriptor has something to say.
  ///
  /// It may still be connecting after that, by another descriptor.
  func connect() throws(SourceError)

  /// Takes what has come, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> SerialPort.Reading

  /// Sets the rate, if it has one.
  func setRate(_ rate: BaudRate) throws(SourceError)
}

extension Link {
  var isConnecting: Bool { false }
  var hasRate: Bool { false }
  func connect() throws(SourceError) {}
  func setRate(_ rate: BaudRate) throws(SourceError) {}
}
