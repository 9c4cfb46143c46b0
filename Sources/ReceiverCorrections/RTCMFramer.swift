// Core Location for Linux. SPDX-License-Identifier: MIT

/// Divides corrections into pieces that may be dropped: whole frames of RTCM 3, and whatever is between them.
///
/// Nothing is left out and nothing is reordered: the pieces are what was pushed.
struct RTCMFramer {
  /// A frame of RTCM 3 with its type, or bytes of anything else.
  struct Piece: Hashable {
    var bytes: [UInt8]
    var frame: RTCMFrame?
  }

  private var buffer: [UInt8] = []
  /// Whether frames have been found: only then is an incomplete one worth a wait.
  private(set) var hasFrames = false

  private static let preamble: UInt8 = 0xD3

  mutating func push(_ bytes: [UInt8]) -> [Piece] {
    buffer += bytes
    var (pieces, others, start) = ([Piece](), [UInt8](), 0)
    func flushOthers() {
      if !others.isEmpty { pieces.append(Piece(bytes: others)) }
      others = []
    }
    while start < buffer.count {
      let left = buffer.count - start
      // The six bits after the preamble are reserved.
      let mayBegin = buffer[start] == Self.preamble && (left == 1 || buffer[start + 1] & 0xFC == 0)
      let count = left > 2 ? (Int(buffer[start + 1]) << 8 | Int(buffer[start + 2])) + 6 : 6
      if mayBegin, left < count { break }
      guard mayBegin, CRC24Q.checksum(buffer[start..<start + count]) == 0 else {
        others.append(buffer[start])
        start += 1
        continue
      }
      flushOthers()
      hasFrames = true
      let candidate = buffer[start..<start + count]
      let payload = candidate.dropFirst(3).dropLast(3)
      pieces.append(Piece(bytes: Array(candidate), frame: RTCMFrame(payload: payload)))
      start += count
    }
    buffer.removeFirst(start)
    flushOthers()
    return pieces
  }

  /// Whether an incomplete frame waits for the rest.
  var isWaiting: Bool { !buffer.isEmpty }

  /// Returns what waits, because no more follows for now: what looked like the beginning of a frame is none, but whole ones
  /// may follow it.
  mutating func flush() -> [Piece] {
    var pieces: [Piece] = []
    while !buffer.isEmpty {
      pieces.append(Piece(bytes: [buffer.removeFirst()]))
      pieces += push([])
    }
    return pieces
  }
}

/// The checksum of RTCM 3: 24 bits, polynomial 0x1864CFB.
enum CRC24Q {
  /// Returns the checksum; 0 for bytes that end with their own.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = table
    return bytes.reduce(0) { value, byte in
      value << 8 & 0xFF_FFFF ^ table[Int(UInt8(value >> 16) ^ byte)]
    }
  }

  /// The checksum of each byte: of bytes that only look like frames, every third may begin one.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(byte << 16) { value, _ in value << 1 ^ (value & 0x80_0000 != 0 ? 0x186_4CFB : 0)
    }
  }
}
