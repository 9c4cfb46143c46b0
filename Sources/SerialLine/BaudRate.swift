// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Bits per second on a serial line, including start and stop bits.
///
/// Any number is possible if the driver supports it; the static members are those that receivers use.
package struct BaudRate: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let b4800 = BaudRate(rawValue: 4800)
  package static let b9600 = BaudRate(rawValue: 9600)
  package static let b19200 = BaudRate(rawValue: 19200)
  package static let b38400 = BaudRate(rawValue: 38400)
  package static let b57600 = BaudRate(rawValue: 57600)
  package static let b115200 = BaudRate(rawValue: 115_200)
  package static let b230400 = BaudRate(rawValue: 230_400)
  package static let b460800 = BaudRate(rawValue: 460_800)
  package static let b921600 = BaudRate(rawValue: 921_600)

  package static func < (lesser: BaudRate, greater: BaudRate) -> Bool {
    lesser.rawValue < greater.rawValue
  }

  /// Bytes per second: ten bits each, with one start and one stop bit.
  package var bytesPerSecond: Double { Double(rawValue) / 10 }

  /// The constant of a standard rate in termios; `nil` for other rates.
  var constant: speed_t? { Self.constants[rawValue].map { speed_t($0) } }

  private static let constants: [UInt32: CInt] = [
    1200: B1200, 1800: B1800, 2400: B2400, 4800: B4800, 9600: B9600, 19200: B19200,
    38400: B38400, 57600: B57600, 115_200: B115200, 230_400: B230400, 460_800: B460800,
    500_000: B500000, 576_000: B576000, 921_600: B921600, 1_000_000: B1000000,
    1_152_000: B1152000, 1_500_000: B1500000, 2_000_000: B2000000, 2_500_000: B2500000,
    3_000_000: B3000000, 3_500_000: B3500000, 4_000_000: B4000000,
  ]
}

extension BaudRate: CustomStringConvertible {
  package var description: String { "\(rawValue) baud" }
}
