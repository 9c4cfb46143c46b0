// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the machine's clock showed at a moment, and what it should have shown.
package struct TimeSample: Hashable, Sendable {
  /// The end of the present day in UTC.
  package enum Leap: Int32, Hashable, Sendable {
    case none = 0
    case insert = 1
    case delete = 2
  }

  /// The machine's clock when the first byte of the burst had arrived, nanoseconds since 1970.
  package var arrival: Int64
  /// The receiver's time of that burst, nanoseconds since 1970.
  package var time: Int64
  package var leap = Leap.none

  /// The true time less the machine's time, seconds: negative by the time that the receiver takes to compute and to send.
  package var offset: Double { Double(time - arrival) / 1e9 }

  /// The machine's clock in whole microseconds, as `timeval` has it: seconds and the rest.
  private var machineTime: (seconds: Int64, microseconds: Int64) {
    let microseconds = arrival / 1000 - (arrival % 1000 < 0 ? 1 : 0)
    let seconds = microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
    return (seconds, microseconds - seconds * 1_000_000)
  }

  /// `SOCK`: what every message begins with that chronyd and ntpd-rs accept.
  private static let magic: Int32 = 0x534F_434B

  /// The sample as chronyd's SOCK driver and ntpd-rs read it: 40 bytes in the machine's byte order.
  ///
  ///     tv_sec I8, tv_usec I8, offset double, pulse I4, leap I4, padding I4, magic I4
  package var bytes: [UInt8] {
    let (seconds, microseconds) = machineTime
    // To the nanosecond: what is below a microsecond of the machine's time goes into the offset.
    let offset = Double(time - (seconds * 1_000_000 + microseconds) * 1000) / 1e9
    return withUnsafeBytes(
      of: (seconds, microseconds, offset, Int32(0), leap.rawValue, Int32(0), Self.magic)
    ) { Array($0) }
  }
}
