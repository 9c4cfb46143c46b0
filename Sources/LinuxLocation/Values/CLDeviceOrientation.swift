// Core Location for Linux. SPDX-License-Identifier: MIT

/// How a device is held, as a reference for headings.
public enum CLDeviceOrientation: Int32, Sendable {
  /// Unknown.
  case unknown = 0
  /// Upright.
  case portrait = 1
  /// Upright, top down.
  case portraitUpsideDown = 2
  /// On its left side.
  case landscapeLeft = 3
  /// On its right side.
  case landscapeRight = 4
  /// On its back.
  case faceUp = 5
  /// On its face.
  case faceDown = 6
}
