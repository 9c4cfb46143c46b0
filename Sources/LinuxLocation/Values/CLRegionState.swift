// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whether the device is inside a region.
public enum CLRegionState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// Inside it.
  case inside = 1
  /// Outside it.
  case outside = 2
}
