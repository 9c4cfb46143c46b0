// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A minute of the track.

#if Publishing
  /// A minute of the track, for which the store knows a box with all places in it.
  ///
  /// A box for every fix would be as large as the track itself, and no faster to search: who looks for a place finds
  /// minutes, and whoever was there at all was there for some fixes.
  enum TrackMinute {
    /// Microseconds.
    static let length: Int64 = 60_000_000

    /// The minute of a time in microseconds since 1970, which is not negative.
    static func of(_ time: Int64) -> Int64 { time / length }
  }
#endif
