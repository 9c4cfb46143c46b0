// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// What is published: a position, and why it is worth sending.
package struct PositionReport: Hashable, Sendable {
  package enum Occasion: Hashable, Sendable {
    /// The first position in a run of the program.
    case start
    /// The distance to the last report was large enough.
    case distance
    /// The time since the last report was long enough.
    case time
    case turn
    /// The last position before the receiver lost its fix, sent when it was lost.
    case lost
    /// The first position after that.
    case regained
    case entered(region: String)
    case left(region: String)
  }

  /// The name by which the other side knows what moves.
  package var device: String
  /// The position and its time, which includes a date.
  package var fix: Fix
  package var occasion: Occasion

  package init(device: String, fix: Fix, occasion: Occasion) {
    (self.device, self.fix, self.occasion) = (device, fix, occasion)
  }
}
