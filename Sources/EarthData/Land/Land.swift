// Core Location for Linux. SPDX-License-Identifier: MIT

/// The land of the Earth at a scale of 1:110 million: good to some 20 km, for maps of whole countries.
///
/// In the text each outline is a list of steps in hundredths of a degree, to the east and to the north, the first one
/// from 0°, 0°. A number is doubled, inverted if it is negative, and written in pieces of five bits, the lowest first,
/// as the characters from 63 on; to all but the last piece 32 is added. `!` ends an outline.
package enum Land {
  package struct Corner: Hashable, Sendable {
    /// Degrees, north positive.
    package let latitude: Double
    /// Degrees, east positive, -180…180.
    package let longitude: Double
  }

  /// Closed outlines, the one with most corners first; where land crosses the antimeridian, it is cut.
  package static let rings: [[Corner]] = {
    var rings: [[Corner]] = []
    var ring: [Corner] = []
    var (value, shift) = (0, 0)
    var steps: [Int] = []
    var (east, north) = (0, 0)
    for byte in UnsafeBufferPointer(start: outlines.utf8Start, count: outlines.utf8CodeUnitCount) {
      switch byte {
      case UInt8(ascii: "!"):
        rings.append(ring)
        (ring, east, north) = ([], 0, 0)
      case 63...:
        let piece = Int(byte) - 63
        value |= (piece & 31) << shift
        shift += 5
        guard piece < 32 else { continue }
        steps.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
        (value, shift) = (0, 0)
        guard steps.count == 2 else { continue }
        (east, north) = (east + steps[0], north + steps[1])
        ring.append(Corner(latitude: Double(north) / 100, longitude: Double(east) / 100))
        steps.removeAll(keepingCapacity: true)
      default: break
      }
    }
    return rings
  }()
}
