// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

/// What is known about a line with frames: their clock, and those that wait until it is known.
struct FrameIntake: Sendable {
  struct Held: Sendable {
    let kind: FrameKind
    let payload: [UInt8]
  }

  var clock = WeekClock()
  var count = 0
  private(set) var held: [Held] = []
  private var heldSince: UInt32 = 0

  /// More frames than a receiver sends until it states its clock, which may be every few epochs.
  private static let mostHeld = 64

  /// Holds a frame until the time of its epoch is known, and returns whether that is so now.
  ///
  /// If an epoch has passed without a statement about leap seconds, those of the week are assumed.
  mutating func hold(_ kind: FrameKind, _ payload: RawSpan, at timeOfWeek: UInt32) -> Bool {
    if held.isEmpty { heldSince = timeOfWeek }
    if held.count < Self.mostHeld {
      held.append(Held(kind: kind, payload: payload.array))
    }
    return timeOfWeek != heldSince && clock.assumeLeapSeconds()
  }

  mutating func release() -> [Held] {
    defer { held = [] }
    return held
  }
}
