// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-STATUS: the state of the solution.
///
///     iTOW gpsFix flags fixStat flags2 ttff msss
///     0    4      5     6       7      8    12
package struct NAVSTATUS: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x03)

  package var timeOfWeek: UInt32
  package var solution: SolutionKind
  /// Bit 0 of `flags`: within the limits of dilution and accuracy.
  package var isFixOK: Bool
  /// Bit 1 of `flags`.
  package var isDifferential: Bool
  /// Bits 3 and 4 of `flags2`: 0 unknown or off, 1 no spoofing indicated, 2 indicated, 3 indicated several times.
  package var spoofing: UInt8
  /// Bit 1 of `fixStat`: whether `carrier` is known; never set by receivers that do not report it.
  package var isCarrierValid: Bool
  /// Bits 6 and 7 of `flags2`.
  package var carrier: CarrierSolution

  package init?(_ payload: RawSpan) {
    guard payload.byteCount == 16 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    solution = SolutionKind(rawValue: payload.byte(at: 4))
    (isFixOK, isDifferential) = (payload.bit(0, at: 5), payload.bit(1, at: 5))
    spoofing = payload.byte(at: 7) >> 3 & 3
    isCarrierValid = payload.bit(1, at: 6)
    carrier = CarrierSolution(payload.byte(at: 7), from: 6)
  }
}

/// NAV-EOE: the end of the messages about an epoch, since protocol 18.
///
///     iTOW
///     0
package struct NAVEOE: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x61)

  package var timeOfWeek: UInt32

  package init?(_ payload: RawSpan) {
    guard payload.byteCount >= 4 else { return nil }
    timeOfWeek = payload.integer(at: 0)
  }
}
