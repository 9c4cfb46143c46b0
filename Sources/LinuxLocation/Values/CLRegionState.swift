// Core Location for Linux. SPDX-License-Identifier: MIT

/// How a place stands to a region.
public enum CLRegionState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// Within it.
  case inside = 1
  /// Not within it.
  case outside = 2
}
