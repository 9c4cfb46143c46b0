// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A minute of the track.

#if Publishing
  /// A minute of the track, for which the store knows a box with all places in it.
  ///
  /// A box for every fix would make the file half as large again, and every fix dearer to store. Whoever was at a place
  /// was there for a while, and the fixes of a minute are soon looked at one by one.
  enum TrackMinute {
    /// Microseconds.
    static let length: Int64 = 60_000_000

    /// All that there can be, up to the year 9999.
    static let all: ClosedRange<Int64> = 0...4_223_376_000

    /// The minute of a time in microseconds since 1970, which is not negative.
    static func of(_ time: Int64) -> Int64 { time / length }
  }
#endif
