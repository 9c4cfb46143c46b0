// Core Location for Linux. SPDX-License-Identifier: MIT

/// The protocol between the location service and its clients: one JSON object per line, in both directions.
///
/// Each line ends with LF and has its `class` first. Unknown classes and members are ignored, so that both sides can
/// be extended without a new version; there is no null.
package enum ServiceLine {
  /// The version that this package speaks.
  package static let version = 1

  /// The most bytes in a line, without its end.
  package static let longest = 8192
}
