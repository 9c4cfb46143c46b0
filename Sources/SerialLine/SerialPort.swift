// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// An open port: a serial line, a pseudo-terminal, or a device that sends bytes without being a line.
///
/// While it is open, it is reserved for this process. Closing restores the settings that were found.
package struct SerialPort: ~Copyable {
  /// How a port is used.
  package enum Access: Sendable {
    /// Nothing is ever written, as is usual.
    case reading
    /// For configuring a receiver, and for corrections.
    case readingAndWriting
  }

  /// The path by which it was opened.
  package let path: String
  /// The descriptor, for waiting with `poll`.
  package let descriptor: CInt
  /// The settings found; `nil` if it is not a line, so that it has no rate either.
  private let found: PortSettings?

  /// Opens a port for exclusive use by this process, raw, with 8 data bits, no parity and one stop bit.
  ///
  /// - Parameters:
  ///   - path: the device, or a link to it.
  ///   - rate: bits per second; `nil` keeps the present rate.
  ///   - access: ``Access/reading`` unless a receiver is to be configured.
  /// - Throws: ``SerialPortError``.
  package init(
    path: String, rate: BaudRate? = nil, access: Access = .reading
  ) throws(SerialPortError) {
    try Self.check(path)
    let mode = access == .reading ? O_RDONLY : O_RDWR
    let descriptor = movedAboveStandard(
      retryingOnInterrupt { Glibc.open(path.pathBytes, mode | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) })
    guard descriptor >= 0 else {
      throw SerialPortError(errno: errno, path)
    }
    do throws(SerialPortError) {
      found = try Self.prepare(descriptor, path, rate)
    } catch {
      unlockAndClose(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    if let found { found.restore(on: descriptor) }
    _ = ioctl(descriptor, Self.endExclusive)
    unlockAndClose(descriptor)
  }

  /// Whether this is a line, and so has a rate.
  package var isLine: Bool { found != nil }

  /// The rate in use; `nil` if there is none, or the driver does not tell.
  package var rate: BaudRate? { isLine ? PortSettings.rate(of: descriptor) : nil }

  /// Sets the rate, and discards what came at the old one.
  ///
  /// Does nothing for a device that is not a line.
  ///
  /// - Throws: ``SerialPortError`` if the driver does not support the rate.
  package func setRate(_ rate: BaudRate) throws(SerialPortError) {
    guard isLine else { return }
    try Self.setRate(rate, descriptor, path)
  }

  /// Discards input that has not been read.
  package func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Reads what has come, without waiting.
  ///
  /// - Throws: ``SerialPortError`` for anything but silence and unplugging.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SerialPortError) -> ReadOutcome {
    let count = retryingOnInterrupt { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    // A line that has hung up reads as if at its end.
    if count == 0 { return .hungUp }
    switch errno {
    case EAGAIN: return .nothing
    case EIO, ENXIO, ENODEV, EBADF: return .hungUp
    default: throw SerialPortError(.system(errno), path)
    }
  }

  /// Writes as much as the device accepts at once, and returns how many bytes that is.
  ///
  /// - Throws: ``SerialPortError``.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SerialPortError) -> Int {
    let count = bytes.withUnsafeBytes { all in
      retryingOnInterrupt { Glibc.write(descriptor, all.baseAddress, all.count) }
    }
    if count >= 0 { return count }
    if errno == EAGAIN { return 0 }
    throw SerialPortError(errno: errno, path)
  }

  /// Writes all of the bytes, waiting until the device accepts them.
  ///
  /// - Parameter deadline: when to give up, on the monotonic clock.
  /// - Throws: ``SerialPortError``, also when the deadline passes.
  package func write(_ bytes: [UInt8], until deadline: Duration) throws(SerialPortError) {
    var offset = 0
    while offset < bytes.count {
      let count = try write(bytes[offset...])
      offset += count
      guard count > 0 || isWritable(descriptor, by: deadline) else {
        throw SerialPortError(.notWriting, path)
      }
    }
  }

  // MARK: Opening

  /// Checks that a path leads to a port, and that no other process has it open.
  ///
  /// Opening it may restart the receiver, and reading from it would take bytes away from that process.
  private static func check(_ path: String) throws(SerialPortError) {
    // If there is nothing to examine, opening it fails, and says why.
    guard let status = stat(of: path) else { return }
    guard DeviceClass.maySendBytes(status) else { throw SerialPortError(.notAPort, path) }
    guard status.kind == S_IFCHR else { return }
    let holders = PortHolder.all(of: path, excludingOtherEnd: true)
    guard holders.isEmpty else { throw SerialPortError(.busy(holders), path) }
  }

  private static let beginExclusive = CUnsignedLong(TIOCEXCL)
  private static let endExclusive = CUnsignedLong(TIOCNXCL)

  /// Claims a device and makes it raw; returns the settings that were found, if it is a line.
  private static func prepare(
    _ descriptor: CInt, _ path: String, _ rate: BaudRate?
  ) throws(SerialPortError) -> PortSettings? {
    try claim(descriptor, path)
    guard let found = PortSettings(of: descriptor) else { return nil }
    do throws(SerialPortError) {
      guard found.applyRaw(on: descriptor) else { throw SerialPortError(errno: errno, path) }
      if let rate { try setRate(rate, descriptor, path) }
    } catch {
      found.restore(on: descriptor)
      _ = ioctl(descriptor, endExclusive)
      throw error
    }
    return found
  }

  private static func setRate(
    _ rate: BaudRate, _ descriptor: CInt, _ path: String
  ) throws(SerialPortError) {
    guard PortSettings.setRate(rate, on: descriptor) else {
      throw SerialPortError(.unsupportedRate(rate), path)
    }
    tcflush(descriptor, TCIFLUSH)
  }

  /// Claims a descriptor for this process alone, if it belongs to a device that sends bytes.
  private static func claim(_ descriptor: CInt, _ path: String) throws(SerialPortError) {
    guard let status = stat(of: descriptor) else { throw SerialPortError(errno: errno, path) }
    guard DeviceClass.maySendBytes(status) else { throw SerialPortError(.notAPort, path) }
    // TIOCEXCL keeps out programs without privileges; flock keeps out those of root that check it.
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      throw SerialPortError(errno: errno, path)
    }
    // A pseudo-terminal would stay exclusive after this process was killed, until its other end is closed, too.
    guard !DeviceNumber(UInt64(status.st_rdev)).isPseudoTerminal else { return }
    _ = ioctl(descriptor, beginExclusive)
  }
}
