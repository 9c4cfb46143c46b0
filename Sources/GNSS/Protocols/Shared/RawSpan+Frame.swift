// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

extension RawSpan {
  /// Returns what bytes amount to that begin with the header of a frame of so many bytes.
  ///
  /// - Parameter isIntact: whether the frame's checksum is right; called once all of it is there.
  func frame(of byteCount: Int, isIntact: (RawSpan) -> Bool) -> ForeignFrame {
    guard byteCount <= ReceiverProtocols.longestFrame else { return .damaged }
    guard self.byteCount >= byteCount else { return .incomplete }
    return isIntact(self) ? .whole(byteCount: byteCount) : .damaged
  }

  /// Returns the same for a frame with the layout of UBX: two bytes, class, identifier, length, payload, Fletcher's checksum.
  func frameLikeUBX() -> ForeignFrame {
    guard byteCount >= 6 else { return .incomplete }
    let end = 6 + Int(integer(UInt16.self, at: 4))
    return frame(of: end + 2) { $0.fletcher(2..<end) == $0.integer(at: end) }
  }
}
