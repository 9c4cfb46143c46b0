// Core Location for Linux. SPDX-License-Identifier: MIT

/// SEC-OSNMA: what a receiver that verifies Galileo's signatures says about them.
///
///     version nmaHeader osnmaMonitoring timeSync … general … satellites
///     0       1         2               3          16        20 (4 bytes each)
///
/// From the ZED-F9P with firmware HPG 1.51, the F9T, F10T and X20P.
public struct SECOSNMA: FrameMessage {
  /// Class 27, identifier 0A.
  public static let kind = FrameKind(0x27, 0x0A)

  /// Bit 0 of `nmaHeader`: the header is signed.
  public var isHeaderAuthenticated: Bool
  /// Bits 1 and 2 of `nmaHeader`: 1 test, 2 in service, 3 "don't use".
  public var status: UInt8
  /// Bit 0 of `osnmaMonitoring`: whether the receiver verifies signatures.
  public var isEnabled: Bool
  /// Bits 0 to 5 of the general status: how many satellites follow.
  public var count: Int
  /// The numbers of the satellites whose data the receiver has authenticated.
  public var authenticated: [UInt8]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    isHeaderAuthenticated = payload.bit(0, at: 1)
    status = payload.byte(at: 1) >> 1 & 3
    isEnabled = payload.bit(0, at: 2)
    count = Int(payload.byte(at: 16) & 0x3F)
    // Of each satellite: IODnav (10 bits), number of tags (5), authentic (1), its number, reserved.
    authenticated = (0..<min(count, (payload.byteCount - 20) / 4)).compactMap { index in
      let start = 20 + 4 * index
      return payload.bit(7, at: start + 1) ? payload.byte(at: start + 2) : nil
    }
  }
}

/// NAV-TIMETRUSTED: a time that the receiver was given by somebody it trusts, and how far that of the satellites is from it.
///
///     version refSys flags … iTOW … deltaS deltaMs
///     0       1      2       4      28     32
public struct NAVTIMETRUSTED: FrameMessage {
  /// Class 01, identifier 64.
  public static let kind = FrameKind(0x01, 0x64)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Bit 0 of `flags`: whether there is such a time.
  public var isValid: Bool
  /// From the trusted time to that of the satellites, milliseconds; `nil` if that is not known (bit 1 of `flags`).
  public var difference: Int64?

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 36 else { return nil }
    timeOfWeek = payload.integer(at: 4)
    isValid = payload.bit(0, at: 2)
    if payload.bit(1, at: 2) {
      let (seconds, milliseconds): (Int32, Int32) = (
        payload.integer(at: 28), payload.integer(at: 32)
      )
      difference = Int64(seconds) * 1000 + Int64(milliseconds)
    }
  }
}
