// Core Location for Linux. SPDX-License-Identifier: MIT

/// A reason not to trust a fix.
///
/// docs/integrity.md says what each means, and what can cause it besides an attack. New cases go last: tracks store the bits.
public enum FixWarning: UInt8, Hashable, Sendable, CaseIterable {
  /// The position, or the altitude, has moved farther than its speed and accuracy allow.
  case positionJump
  /// The positions of some seconds move faster than the speed that the receiver reports with them.
  case speedMismatch
  /// The receiver's clock has been set back, or departs from that of this machine.
  case clockJump
  /// All satellites are received with the same strength.
  case signalsTooEqual
  /// The satellites are received with more strength than they can have, or have all become much stronger.
  case signalsTooStrong
  /// The satellites have all become much weaker by the same amount.
  case signalLoss
  /// The receiver itself reports that it is being spoofed.
  case receiverReportsSpoofing
  /// The receiver itself reports that it is being jammed.
  case receiverReportsJamming
  /// The receiver repeats one position, although it reports a speed.
  case frozen
  /// The receiver itself reports that its position is outside the limits set for it (RMC 13, GNS 13).
  case receiverReportsUnsafe
  /// Signatures of navigation data, which should hold, do not.
  case navigationDataForged
}

/// The reasons not to trust a fix; empty for most.
public struct FixWarnings: OptionSet, Hashable, Sendable {
  /// One bit for each ``FixWarning``, that of the first lowest.
  public let rawValue: UInt16

  /// Creates the set with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates the set of one.
  public init(_ warning: FixWarning) { rawValue = 1 << UInt16(warning.rawValue) }

  /// The warnings in the order of ``FixWarning``.
  public var list: [FixWarning] { FixWarning.allCases.filter(contains) }

  /// Whether a warning is among them.
  public func contains(_ warning: FixWarning) -> Bool { contains(FixWarnings(warning)) }
}

/// Notices when warnings begin and when they end, from fix to fix.
package struct WarningChanges: Sendable {
  /// The warnings that begin and end with a fix.
  package struct Change: Hashable, Sendable {
    package var began: FixWarnings
    package var ended: FixWarnings

    package init(began: FixWarnings = [], ended: FixWarnings = []) {
      (self.began, self.ended) = (began, ended)
    }
  }

  package private(set) var current: FixWarnings = []

  package init() {}

  /// Returns what changes with a fix that has these warnings; `nil` if nothing does.
  package mutating func received(_ warnings: FixWarnings) -> Change? {
    guard warnings != current else { return nil }
    defer { current = warnings }
    return Change(began: warnings.subtracting(current), ended: current.subtracting(warnings))
  }
}
