// Core Location for Linux. SPDX-License-Identifier: MIT
//
// How much a position store may hold.

#if Publishing
  /// How much a position store may hold, and for how long.
  package struct StoreLimits: Hashable, Sendable {
    /// The most bytes of the file that are in use; `nil` for any number, and 256 KiB at least.
    ///
    /// First the oldest fixes of the track go, then the oldest reports, which are counted as dropped.
    package var bytes: Int?
    /// How much older than the newest fix a report may be; `nil` for any age.
    ///
    /// Those that are older are dropped.
    package var age: Duration?

    package init(bytes: Int? = nil, age: Duration? = nil) {
      self.bytes = bytes
      self.age = age
    }

    /// An empty store has a dozen pages already.
    static let leastBytes = 1 << 18
  }
#endif
