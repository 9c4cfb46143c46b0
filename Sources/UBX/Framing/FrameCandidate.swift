// Core Location for Linux. SPDX-License-Identifier: MIT

/// What bytes that begin with ``opener`` amount to.
///
///     B5 62 class identifier length (2) payload checksum (2)
///     0  1  2     3          4          6
package enum FrameCandidate: Equatable {
  /// A frame with a valid checksum, of so many bytes from opener to checksum.
  case frame(FrameKind, byteCount: Int)
  /// The beginning of a frame.
  case incomplete
  /// A frame that is too long, or whose checksum is wrong.
  case damaged
  /// Not even the beginning of a frame.
  case none

  /// The byte with which every frame begins.
  package static let opener: UInt8 = 0xB5

  /// The bytes of a frame before its payload, and those after it.
  package static let (header, trailer) = (6, 2)

  /// The longest payload accepted, in bytes.
  ///
  /// Receivers send up to 1,816 (NAV-SIG). A damaged length must not swallow the next seconds.
  package static let longestPayload = 4096

  package init(_ bytes: RawSpan) {
    let count = bytes.byteCount
    guard count > 1 else {
      self = .incomplete
      return
    }
    guard bytes.byte(at: 1) == 0x62 else {
      self = .none
      return
    }
    guard count >= Self.header else {
      self = .incomplete
      return
    }
    let length = Int(bytes.integer(UInt16.self, at: 4))
    let end = Self.header + length
    if length > Self.longestPayload {
      self = .damaged
    } else if count < end + Self.trailer {
      self = .incomplete
    } else if Self.checksum(of: bytes.extracting(2..<end)) == bytes.integer(at: end) {
      self = .frame(FrameKind(bytes.byte(at: 2), bytes.byte(at: 3)), byteCount: end + Self.trailer)
    } else {
      self = .damaged
    }
  }

  /// Returns the checksum of everything between opener and checksum: Fletcher's, the first sum in the lower byte.
  package static func checksum(of bytes: RawSpan) -> UInt16 {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for offset in 0..<bytes.byteCount {
      first &+= bytes.byte(at: offset)
      second &+= first
    }
    return UInt16(second) << 8 | UInt16(first)
  }

  /// Returns a frame with a payload of at most 65,535 bytes.
  package static func bytes(_ kind: FrameKind, _ payload: [UInt8]) -> [UInt8] {
    let length = UInt16(payload.count)
    var frame = [
      opener, 0x62, kind.messageClass, kind.identifier, UInt8(length & 0xFF), UInt8(length >> 8),
    ]
    frame += payload
    let sum = unsafe checksum(of: frame.span.bytes.extracting(2..<frame.count))
    return frame + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }
}
