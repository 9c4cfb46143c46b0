// Core Location for Linux. SPDX-License-Identifier: MIT

/// The units in which people read figures, on the page and in the tool; programs are told SI units whatever is chosen.
///
/// What each of them stands for on the page is in `Page/units.js`.
package enum UnitSystem: String, CaseIterable, Sendable {
  /// km/h, meters and kilometers, degrees.
  case metric
  /// Knots, meters and nautical miles, degrees and minutes.
  case nautical
  /// Miles per hour, feet and miles, degrees.
  case imperial
}
