// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// Reads one port, and waits for its bytes without consuming processor time.
package struct SerialReader: ~Copyable {
  /// How a wait ended.
  package enum Outcome: Hashable, Sendable {
    /// Bytes came, and were passed on.
    case bytes
    /// The deadline passed first.
    case silence
    /// ``WakeUp/signal()`` was called.
    case stopped
    /// The device was unplugged.
    case unplugged
  }

  /// The port, for changing its rate or writing to it.
  package let port: SerialPort
  private let wakeUp: WakeUp
  private var buffer = [UInt8](repeating: 0, count: 4096)

  package init(_ port: consuming SerialPort, wakeUp: WakeUp) {
    self.port = port
    self.wakeUp = wakeUp
  }

  /// Waits for bytes, and passes them on with the time at which they came.
  ///
  /// - Parameters:
  ///   - deadline: when to stop waiting, on the monotonic clock; `nil` for never.
  ///   - body: called with the bytes, and the time on that clock at which they came.
  /// - Throws: ``SerialPortError`` for anything but silence and unplugging.
  package mutating func next(
    until deadline: Duration? = nil, _ body: (RawSpan, Duration) -> Void
  ) throws(SerialPortError) -> Outcome {
    while true {
      var ready = [
        pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard wait(for: &ready, until: deadline) else { return .silence }
      if ready[0].revents != 0 { return .stopped }
      switch try read(body) {
      case .bytes: return .bytes
      case .hungUp: return .unplugged
      // A hangup without anything to read means that the device was unplugged.
      case .nothing: if ready[1].revents & Int16(POLLHUP | POLLNVAL) != 0 { return .unplugged }
      }
    }
  }

  private mutating func read(
    _ body: (RawSpan, Duration) -> Void
  ) throws(SerialPortError) -> ReadOutcome {
    var result: Swift.Result<ReadOutcome, SerialPortError> = .success(.nothing)
    buffer.withUnsafeMutableBytes { bytes in
      do throws(SerialPortError) {
        result = .success(try port.read(into: bytes))
      } catch {
        result = .failure(error)
      }
    }
    let outcome = try result.get()
    if case .bytes(let count) = outcome {
      body(buffer.span.bytes.extracting(0..<count), monotonicNow())
    }
    return outcome
  }
}
