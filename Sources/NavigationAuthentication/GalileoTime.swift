// Core Location for Linux. SPDX-License-Identifier: MIT

/// Galileo System Time (GST), in whole seconds.
///
/// Its weeks are those of GPS less 1024, its seconds are those of GPS: ahead of UTC by 18 s since 2017.
package struct GalileoTime: Hashable, Comparable, Sendable {
  /// Seconds since the beginning of week 0, on 22 August 1999.
  package var seconds: Int

  package init(seconds: Int) { self.seconds = seconds }

  package init(week: Int, timeOfWeek: Int) { seconds = week * Self.week + timeOfWeek }

  private static let week = 604_800

  /// The duration of a sub-frame, seconds.
  package static let subframe = 30

  package var week: Int { (seconds - timeOfWeek) / Self.week }

  /// Seconds, in `0..<604800`.
  package var timeOfWeek: Int { seconds.modulo(Self.week) }

  /// The beginning of the sub-frame that contains this time.
  package var subframe: GalileoTime {
    GalileoTime(seconds: seconds - seconds.modulo(Self.subframe))
  }

  /// Whether a sub-frame that begins now is one of those at full minutes, which have tags of their own.
  var isFullMinute: Bool { seconds.modulo(60) == 0 }

  /// The number that is hashed: the week in 12 bits, then the time of the week in 20.
  var number: UInt32 {
    UInt32(truncatingIfNeeded: week.modulo(4096)) << 20 | UInt32(truncatingIfNeeded: timeOfWeek)
  }

  package static func < (first: Self, second: Self) -> Bool { first.seconds < second.seconds }

  package static func + (time: Self, seconds: Int) -> Self { Self(seconds: time.seconds + seconds) }

  package static func - (first: Self, second: Self) -> Int { first.seconds - second.seconds }

  package static func - (time: Self, seconds: Int) -> Self { Self(seconds: time.seconds - seconds) }
}

extension Int {
  /// The remainder of the division, in `0..<divisor` for negative numbers, too.
  fileprivate func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
