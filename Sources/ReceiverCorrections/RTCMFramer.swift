// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// What a frame of RTCM 3 says about the base that it comes from.
struct RTCMFrame: Hashable {
  /// The message's number, 1…4095.
  var type: Int
  /// The number of the reference station, 0…4095; `nil` in messages without one.
  var station: Int?
  /// Where the base is, in messages 1005 and 1006: degrees north and east.
  var latitude: Double?
  var longitude: Double?

  /// Reads the beginning of a payload; `nil` if it has no number.
  init?(payload: ArraySlice<UInt8>) {
    let bits = Bits(bytes: payload)
    guard let type = bits.unsigned(at: 0, count: 12) else { return nil }
    self.type = Int(type)
    // Observations, stations and MSM have their station behind the number.
    switch type {
    case 1001...1013, 1033, 1071...1137, 1230:
      station = bits.unsigned(at: 12, count: 12).map(Int.init)
    default: break
    }
    guard type == 1005 || type == 1006, let x = bits.signed(at: 34, count: 38),
      let y = bits.signed(at: 74, count: 38), let z = bits.signed(at: 114, count: 38),
      // Units of 0.1 mm.
      let place = EarthCenteredPlace.degrees(
        x: Double(x) / 1e4, y: Double(y) / 1e4, z: Double(z) / 1e4)
    else { return }
    (latitude, longitude) = (place.latitude, place.longitude)
  }

  /// Numbers of any width, the most significant bit first.
  private struct Bits {
    let bytes: ArraySlice<UInt8>

    func unsigned(at offset: Int, count: Int) -> UInt64? {
      guard (offset + count + 7) / 8 <= bytes.count else { return nil }
      var value: UInt64 = 0
      for bit in offset..<offset + count {
        value = value << 1 | UInt64(bytes[bytes.startIndex + bit / 8] >> (7 - UInt8(bit % 8)) & 1)
      }
      return value
    }

    func signed(at offset: Int, count: Int) -> Int64? {
      unsigned(at: offset, count: count).map { value in
        value >> UInt64(count - 1) == 0 ? Int64(value) : Int64(value) - (1 << Int64(count))
      }
    }
  }
}

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
