// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the frames in a stream of bytes.
///
/// Bytes come in pieces of any size, and the frames do not depend on how the bytes are divided. Whatever else is on the line, such as
/// sentences of NMEA 0183, is skipped.
///
/// ```swift
/// var reader = FrameReader()
/// reader.read(bytes.span.bytes) { kind, payload in
///   if kind == NAVPVT.kind, let pvt = NAVPVT(payload), pvt.isFixOK { print(pvt.latitude, pvt.longitude) }
/// }
/// ```
public struct FrameReader: Sendable {
  /// What has come of a frame whose rest has not.
  private var buffer: [UInt8] = []

  /// Number of frames so far that were dropped, because their checksum is wrong or they claim to be longer than any that is read.
  public private(set) var damagedFrames = 0

  /// Creates a reader that has read nothing yet.
  public init() {}

  /// Reads all of the bytes, and passes on each frame that they complete: its kind, and its payload without a copy.
  ///
  /// A frame is passed on only if its checksum is right. Where one is damaged, the search begins again one byte on, so that a whole
  /// frame in what it claims to contain is found. Payloads of more than 4,096 bytes are not read.
  public mutating func read(_ bytes: RawSpan, _ receive: (FrameKind, RawSpan) -> Void) {
    var offset = 0
    while offset < bytes.byteCount {
      let end = min(offset + Self.pieceSize, bytes.byteCount)
      buffer.append(bytes.extracting(offset..<end))
      offset = end
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      let (read, damaged) = unsafe Self.read(buffer.span.bytes, receive)
      damagedFrames += damaged
      buffer.removeFirst(read)
    }
  }

  /// So few bytes are copied at a time that the buffer is hardly longer than a frame.
  private static let pieceSize = 256

  /// Passes on the whole frames; returns the number of bytes after which more must come first, and that of damaged frames.
  private static func read(
    _ bytes: RawSpan, _ receive: (FrameKind, RawSpan) -> Void
  ) -> (read: Int, damaged: Int) {
    var (position, damaged) = (0, 0)
    while position < bytes.byteCount {
      guard bytes.byte(at: position) == FrameCandidate.opener else {
        position += 1
        continue
      }
      let rest = bytes.extracting(position..<bytes.byteCount)
      switch FrameCandidate(rest) {
      case .frame(let kind, let byteCount):
        receive(kind, rest.extracting(FrameCandidate.header..<byteCount - FrameCandidate.trailer))
        position += byteCount
      case .incomplete: return (position, damaged)
      case .damaged:
        damaged += 1
        position += 1
      case .none: position += 1
      }
    }
    return (position, damaged)
  }
}
