// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// An open port: a serial line, a pseudo-terminal, or a device that hands out bytes without being a line.
///
/// It is this process's alone as long as it is open. Closing puts back the settings that were found.
package struct SerialPort: ~Copyable {
  /// What is done with a port.
  package enum Access: Sendable {
    /// Nothing is ever written: the rule.
    case reading
    /// Only for configuring a receiver.
    case readingAndWriting
  }

  /// The path it was opened by.
  package let path: String
  /// To be waited for by `poll`.
  package let descriptor: CInt
  /// The settings found; `nil` if it is no line, so that it has no rate either.
  private let found: PortSettings?

  /// Opens a port for this process alone, raw, with 8 data bits, no parity and one stop bit.
  ///
  /// - Parameters:
  ///   - path: the device, or a link to it.
  ///   - rate: bits a second; `nil` leaves the rate that is set.
  ///   - access: ``Access/reading`` unless a receiver is to be configured.
  /// - Throws: ``SerialPortError``.
  package init(
    path: String, rate: BaudRate? = nil, access: Access = .reading
  ) throws(SerialPortError) {
    try Self.checkIsFree(path)
    let mode = access == .reading ? O_RDONLY : O_RDWR
    let descriptor = movedAboveStandard(
      retryingOnInterrupt { Glibc.open(path, mode | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) })
    guard descriptor >= 0 else {
      // A directory cannot be opened for writing.
      let number = errno
      throw number == EISDIR
        ? SerialPortError(.notAPort, path) : SerialPortError(errno: number, path)
    }
    do throws(SerialPortError) {
      found = try Self.prepare(descriptor, path, rate)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    if let found { found.restore(on: descriptor) }
    _ = ioctl(descriptor, Self.endExclusive)
    Glibc.close(descriptor)
  }

  /// Whether this is a line, which has a rate.
  package var isLine: Bool { found != nil }

  /// The rate in use; `nil` if there is none, or the driver does not tell.
  package var rate: BaudRate? { isLine ? PortSettings.rate(of: descriptor) : nil }

  /// Sets the rate, and forgets what came at the old one.
  ///
  /// A device that is no line has none to set.
  ///
  /// - Throws: ``SerialPortError`` if the driver does not do it.
  package func setRate(_ rate: BaudRate) throws(SerialPortError) {
    guard isLine else { return }
    try Self.setRate(rate, descriptor, path)
  }

  /// Forgets what has come and was not read.
  package func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Takes what has come, without waiting.
  ///
  /// - Throws: ``SerialPortError`` for anything but silence and unplugging.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SerialPortError) -> ReadOutcome {
    let count = retryingOnInterrupt { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    // A line that has hung up reads as if it were at its end.
    if count == 0 { return .hungUp }
    switch errno {
    case EAGAIN: return .nothing
    case EIO, ENXIO, ENODEV, EBADF: return .hungUp
    default: throw SerialPortError(.system(errno), path)
    }
  }

  /// Writes all of it, waiting until the device takes it.
  ///
  /// - Parameter deadline: when to give up, on the monotonic clock.
  /// - Throws: ``SerialPortError``, also when the deadline comes.
  package func write(_ bytes: [UInt8], until deadline: Duration) throws(SerialPortError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        retryingOnInterrupt {
          Glibc.write(descriptor, all.baseAddress.map { $0 + offset }, all.count - offset)
        }
      }
      if count > 0 {
        offset += count
      } else if count < 0, errno != EAGAIN {
        throw SerialPortError(errno: errno, path)
      } else {
        var ready = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        guard wait(for: &ready, until: deadline) else {
          throw SerialPortError(.notWriting, path)
        }
      }
    }
  }

  // MARK: Opening

  /// Makes sure that no other process has a port open: opening it may restart the receiver, and reading from it would
  /// take bytes away from that process.
  private static func checkIsFree(_ path: String) throws(SerialPortError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      DeviceClass.maySendBytes(status)
    else { return }
    let holders = PortHolder.all(of: path)
    guard holders.isEmpty else { throw SerialPortError(.busy(holders), path) }
  }

  private static let beginExclusive = CUnsignedLong(TIOCEXCL)
  private static let endExclusive = CUnsignedLong(TIOCNXCL)

  /// Claims a device and makes it raw; the settings that were found, if it is a line.
  private static func prepare(
    _ descriptor: CInt, _ path: String, _ rate: BaudRate?
  ) throws(SerialPortError) -> PortSettings? {
    try claim(descriptor, path)
    guard let found = PortSettings(of: descriptor) else { return nil }
    guard found.applyRaw(on: descriptor) else { throw SerialPortError(errno: errno, path) }
    do throws(SerialPortError) {
      if let rate { try setRate(rate, descriptor, path) }
    } catch {
      found.restore(on: descriptor)
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

  /// Makes a descriptor this process's alone, if it is one of a device that hands out bytes.
  private static func claim(_ descriptor: CInt, _ path: String) throws(SerialPortError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SerialPortError(errno: errno, path) }
    guard DeviceClass.maySendBytes(status) else { throw SerialPortError(.notAPort, path) }
    // TIOCEXCL keeps other users' programs from opening it, flock keeps out those of root that ask.
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      throw SerialPortError(errno: errno, path)
    }
    _ = ioctl(descriptor, beginExclusive)
  }
}
