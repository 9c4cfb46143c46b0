// Core Location for Linux. SPDX-License-Identifier: MIT

extension FramePayload {
  /// Returns the frame of CASIC with this payload, a multiple of four bytes; class and identifier are those in `kind`.
  func casic(_ kind: UInt16) -> [UInt8] {
    let (group, number) = (UInt8(kind >> 8), UInt8(kind & 0xFF))
    var sum = UInt32(number) << 24 &+ UInt32(group) << 16 &+ UInt32(bytes.count)
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      for index in 0..<4 { sum &+= UInt32(bytes[offset + index]) << UInt32(8 * index) }
    }
    let header: [UInt8] = [
      0xBA, 0xCE, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8), group, number,
    ]
    return header + bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) }
  }

  /// Returns the frame of Allystar with this payload.
  func allystar(_ kind: UInt16) -> [UInt8] {
    let counted: [UInt8] =
      [UInt8(kind >> 8), UInt8(kind & 0xFF), UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
      + bytes
    let sums = counted.reduce(into: (UInt8(0), UInt8(0))) { sums, byte in
      sums.0 &+= byte
      sums.1 &+= sums.0
    }
    return [0xF1, 0xD9] + counted + [sums.0, sums.1]
  }

  /// Returns the payload with a number of IEEE 754 in four bytes.
  func with(float number: Float, at offset: Int) -> FramePayload {
    with(number.bitPattern, at: offset)
  }

  /// Returns the payload with a number of IEEE 754 in eight bytes.
  func with(double number: Double, at offset: Int) -> FramePayload {
    with(number.bitPattern, at: offset)
  }
}
