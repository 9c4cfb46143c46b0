// Core Location for Linux. SPDX-License-Identifier: MIT

/// The payload of a frame whose fields are read.
///
/// Offsets in the documentation are those in the payload. Numbers are in the units of the properties: angles in degrees,
/// lengths in meters, speeds in meters per second. Accuracies are the receiver's own estimates.
public protocol FrameMessage: Hashable, Sendable, Encodable {
  /// The class and the identifier of its frames.
  static var kind: FrameKind { get }

  /// Reads the fields; `nil` if the payload is too short for them.
  init?(_ payload: RawSpan)
}

/// A message about one epoch of the navigation solution.
public protocol NavigationMessage: FrameMessage {
  /// The time of the GPS week, milliseconds; the same in all messages about an epoch.
  var timeOfWeek: UInt32 { get }
}
