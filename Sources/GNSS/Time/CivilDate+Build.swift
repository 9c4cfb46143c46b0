// Core Location for Linux. SPDX-License-Identifier: MIT

extension CivilDate {
  /// The month in which this version was made: a receiver that reports to it cannot report an earlier date.
  ///
  /// Set with each release. It is a constant because nothing here reads a clock.
  package static let build = CivilDate(daysSince1970: 20_758)  // 1 November 2026

  /// The last day that a corrected date of a live receiver may have: fifteen years after ``build``.
  ///
  /// An old log that is played into a port keeps its dates: moved by 1024 weeks, they would be beyond this day.
  package static let latestLive = CivilDate(daysSince1970: build.daysSince1970 + 15 * 365)
}
