// Core Location for Linux. SPDX-License-Identifier: MIT

/// The limits of a position store: how much it may hold, and for how long.
package struct StoreLimits: Hashable, Sendable {
  /// The most bytes of the file that may be in use, at least 256 KiB; `nil` for no limit.
  ///
  /// The oldest fixes of the track are deleted first, then the oldest reports, which are counted as dropped.
  package var bytes: Int?
  /// The most by which a report may be older than the newest fix; `nil` for no limit.
  ///
  /// Older reports are dropped.
  package var age: Duration?

  package init(bytes: Int? = nil, age: Duration? = nil) {
    (self.bytes, self.age) = (bytes, age)
  }

  /// The lowest limit, since an empty store already has a dozen pages.
  static let leastBytes = 1 << 18
}
