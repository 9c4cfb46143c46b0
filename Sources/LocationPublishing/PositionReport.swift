// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// What is published: where something was, and why that was worth sending.
package struct PositionReport: Hashable, Sendable {
  /// Why a position is sent.
  package enum Occasion: Hashable, Sendable {
    /// It is the first of a run of the program.
    case start
    /// Far enough from the last one.
    case distance
    /// Long enough after the last one.
    case time
    /// The course has changed.
    case turn
    /// The last position before the receiver lost its fix, told when it was lost.
    case lost
    /// The first position after that.
    case regained
    /// A region was entered, or left.
    case entered(region: String)
    case left(region: String)
  }

  /// What it is that moves: the name under which the other side knows it.
  package var device: String
  /// Where it was, and when; it has a date.
  package var fix: Fix
  package var occasion: Occasion

  package init(device: String, fix: Fix, occasion: Occasion) {
    self.device = device
    self.fix = fix
    self.occasion = occasion
  }
}
