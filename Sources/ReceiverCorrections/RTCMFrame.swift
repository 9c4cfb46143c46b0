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
