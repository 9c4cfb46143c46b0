// Core Location for Linux. SPDX-License-Identifier: MIT
//
// termios, and termios2 for the rates without a constant in termios.

import Glibc
import LinuxSystem

/// The settings of a terminal line, as found.
struct PortSettings {
  private var classic = termios()
  /// The same as termios2, which alone represents other rates; `nil` if the driver does not support it.
  private var extended: Termios2?

  /// Reads the settings of a line; `nil` for a device without any.
  init?(of descriptor: CInt) {
    guard tcgetattr(descriptor, &classic) == 0 else { return nil }
    extended = Termios2(of: descriptor)
  }

  /// Restores these settings.
  func restore(on descriptor: CInt) {
    if let extended, extended.apply(to: descriptor) { return }
    var settings = classic
    _ = retryingOnInterrupt { tcsetattr(descriptor, TCSANOW, &settings) }
  }

  /// Makes a line raw.
  ///
  /// 8 data bits, no parity, one stop bit, no flow control, modem lines ignored and unchanged at close. A read returns
  /// at least one byte or fails.
  ///
  /// - Returns: false if the system refuses.
  func applyRaw(on descriptor: CInt) -> Bool {
    var settings = classic
    cfmakeraw(&settings)
    settings.c_iflag &= ~tcflag_t(IXON | IXOFF | IXANY | INPCK)
    settings.c_cflag &= ~(tcflag_t(CSTOPB | PARENB | CSIZE | HUPCL) | tcflag_t(CRTSCTS))
    settings.c_cflag |= tcflag_t(CS8 | CREAD | CLOCAL)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return retryingOnInterrupt { tcsetattr(descriptor, TCSANOW, &settings) } == 0
  }

  /// Sets the rate of a line in both directions.
  ///
  /// - Returns: false if the driver does not support it; the driver may round by 3 %, which a line tolerates.
  static func setRate(_ rate: BaudRate, on descriptor: CInt) -> Bool {
    // To a driver, 0 means to hang up, and it succeeds.
    guard rate.rawValue > 0 else { return false }
    guard let constant = rate.constant else { return Termios2.setRate(rate, on: descriptor) }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0, cfsetspeed(&settings, constant) == 0,
      retryingOnInterrupt({ tcsetattr(descriptor, TCSANOW, &settings) }) == 0
    else { return false }
    // tcsetattr succeeds if any part of the request could be done.
    return tcgetattr(descriptor, &settings) == 0 && cfgetospeed(&settings) == constant
  }

  /// Returns the rate of a line; `nil` if it has none, or the driver does not tell.
  static func rate(of descriptor: CInt) -> BaudRate? {
    Termios2(of: descriptor).map { BaudRate(rawValue: $0.outputRate) }
  }
}

/// The kernel's `struct termios2` (asm-generic/termbits.h), which the C library does not provide.
private struct Termios2 {
  private var words: [UInt32]

  /// Size of the structure: four flags, the discipline and 19 characters, two rates.
  private static let wordCount = 11
  private static let get: CUnsignedLong = 0x802C_542A  // TCGETS2
  private static let set: CUnsignedLong = 0x402C_542B  // TCSETS2
  /// The bits of `c_cflag` that contain the rate, and those that contain another rate for input.
  private static let rateMask: UInt32 = 0x100F | 0x100F << 16
  /// Means that the rates are in `c_ispeed` and `c_ospeed`.
  private static let other: UInt32 = 0x1000

  init?(of descriptor: CInt) {
    var words = [UInt32](repeating: 0, count: Self.wordCount)
    guard ioctl(descriptor, Self.get, &words) == 0 else { return nil }
    self.words = words
  }

  var outputRate: UInt32 { words[10] }

  func apply(to descriptor: CInt) -> Bool {
    var words = words
    return retryingOnInterrupt { ioctl(descriptor, Self.set, &words) } == 0
  }

  static func setRate(_ rate: BaudRate, on descriptor: CInt) -> Bool {
    guard var settings = Termios2(of: descriptor) else { return false }
    settings.words[2] = settings.words[2] & ~rateMask | other
    settings.words[9] = rate.rawValue
    settings.words[10] = rate.rawValue
    guard settings.apply(to: descriptor), let result = Termios2(of: descriptor) else {
      return false
    }
    let (got, wanted) = (Double(result.outputRate), Double(rate.rawValue))
    return abs(got - wanted) <= wanted * 0.03
  }
}
