// Core Location for Linux. SPDX-License-Identifier: MIT

/// The protocol between the location service and its clients: one JSON object per line, in both directions.
///
/// Each line ends with LF and has its `class` first; there is no null. Both sides ignore unknown members, and a client
/// ignores messages of an unknown class, so that both can be extended without a new version; the service answers a
/// request that it does not know, or cannot read, with an error.
package enum ServiceLine {
  package static let version = 1

  /// The most bytes in a line, without its end.
  package static let longest = 8192
}
