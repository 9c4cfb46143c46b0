// Core Location for Linux. SPDX-License-Identifier: MIT

/// MON-VER: the receiver's firmware and hardware.
///
///     swVersion hwVersion extension…
///     0         30        40 (30 bytes each)
public struct MONVER: FrameMessage {
  /// Class 0A, identifier 04.
  public static let kind = FrameKind(0x0A, 0x04)

  /// The firmware's version.
  public var software: String
  /// The hardware's version.
  public var hardware: String
  /// Such as `PROTVER=18.00` and `MOD=NEO-M8N-0`, in the order of the receiver.
  public var extensions: [String]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 40 else { return nil }
    software = Self.text(payload, 0..<30)
    hardware = Self.text(payload, 30..<40)
    extensions = stride(from: 40, through: payload.byteCount - 30, by: 30).map {
      Self.text(payload, $0..<$0 + 30)
    }
  }

  /// Returns the text up to the first zero.
  private static func text(_ payload: RawSpan, _ range: Range<Int>) -> String {
    String(decoding: range.map { payload.byte(at: $0) }.prefix { $0 != 0 }, as: UTF8.self)
  }
}
