// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-STATUS: the state of the solution.
///
///     iTOW gpsFix flags fixStat flags2 ttff msss
///     0    4      5     6       7      8    12
public struct NAVSTATUS: NavigationMessage {
  /// Class 01, identifier 03.
  public static let kind = FrameKind(0x01, 0x03)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// What was solved for.
  public var solution: SolutionKind
  /// Bit 0 of `flags`: within the limits of dilution and accuracy.
  public var isFixOK: Bool
  /// Bit 1 of `flags`: whether differential corrections were used.
  public var isDifferential: Bool
  /// Bits 3 and 4 of `flags2`: 0 unknown or off, 1 no spoofing indicated, 2 indicated, 3 indicated several times.
  public var spoofing: UInt8
  /// Bit 1 of `fixStat`: whether `carrier` is known; never set by receivers that do not report it.
  public var isCarrierValid: Bool
  /// Bits 6 and 7 of `flags2`: the state of the carrier phase ambiguities.
  public var carrier: CarrierSolution

  /// Reads a payload; `nil` if its length is another.
  public init?(_ payload: RawSpan) {
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
public struct NAVEOE: NavigationMessage {
  /// Class 01, identifier 61.
  public static let kind = FrameKind(0x01, 0x61)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 4 else { return nil }
    timeOfWeek = payload.integer(at: 0)
  }
}
