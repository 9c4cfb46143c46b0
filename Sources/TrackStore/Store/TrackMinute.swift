// Core Location for Linux. SPDX-License-Identifier: MIT

/// A minute of the track, for which the store has a box that contains all its places.
///
/// A box for every fix would make the file half as large again, and storing a fix more expensive. A receiver stays near a
/// place for a while, and the fixes of a minute are quickly examined one by one.
enum TrackMinute {
  /// The length of a minute in microseconds.
  static let length: Int64 = 60_000_000

  /// All possible minutes, up to the year 9999.
  static let all: ClosedRange<Int64> = 0...4_223_376_000

  /// Returns the minute of a time in microseconds since 1970, which is not negative.
  static func of(_ time: Int64) -> Int64 { time / length }
}
