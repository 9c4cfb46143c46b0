// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// u-blox's binary protocol; its frames and messages are in the module `UBX`.
enum UBXProtocol: ReceiverProtocol {
  static let name = "UBX (u-blox)"
  static let maker: String? = "u-blox"
  static let openers: [[UInt8]] = [[FrameCandidate.opener, 0x62]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    switch FrameCandidate(bytes) {
    case .frame(_, let byteCount): .whole(byteCount: byteCount)
    case .incomplete: .incomplete
    case .damaged: .damaged
    case .none: .none
    }
  }

  static func messageName(of frame: RawSpan) -> String { "\(kind(of: frame))" }

  static func message(in frame: RawSpan) -> (any Encodable)? {
    kind(of: frame).message(frame.extracting(payload(of: frame)))
  }

  static func makeReader() -> (any ProtocolReader)? { UBXReader() }

  static func kind(of frame: RawSpan) -> FrameKind {
    FrameKind(frame.byte(at: 2), frame.byte(at: 3))
  }

  /// Where the payload is in a frame.
  static func payload(of frame: RawSpan) -> Range<Int> {
    FrameCandidate.header..<frame.byteCount - FrameCandidate.trailer
  }
}
