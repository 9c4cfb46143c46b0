// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationGeometry

/// A place at which a track was for some time, which stands for all its fixes there.
package struct SketchedPlace: Hashable, Sendable {
  /// Seconds since 1970.
  package var start: Double
  package var end: Double
  /// Degrees.
  package var latitude: Double
  package var longitude: Double

  package init(start: Double, end: Double, latitude: Double, longitude: Double) {
    (self.start, self.end, self.latitude, self.longitude) = (start, end, latitude, longitude)
  }
}

/// A quarter of an hour of a track, drawn with few strokes: where it was, and when, at most once every fifteen seconds.
///
/// A year of ten million fixes is answered from these, which are kept with the track. A store keeps one for each quarter of an
/// hour that is over.
package struct TrackSketch: Hashable, Sendable {
  package private(set) var places: [SketchedPlace] = []
  /// The greatest speed that was reported, meters per second; `nil` if none was.
  package private(set) var topSpeed: Double?
  private var ruler = Ruler()

  /// The length of a quarter of an hour, seconds.
  package static let length = 900
  /// The least time between two places, unless there is a gap between them, seconds.
  static let step = 15.0
  /// What is within this many meters of a place is at that place.
  static let reach = 10.0
  /// A longer time without a fix is a gap, seconds.
  package static let longestGap = 120.0

  package init() {}

  /// Adds a fix that is later than those before; one that should not be trusted, or is too inaccurate, is left out.
  package mutating func received(_ fix: Fix) {
    guard fix.warnings.isEmpty, let point = TripFix(fix), point.isUsable else { return }
    if let speed = fix.speed { topSpeed = max(topSpeed ?? 0, speed) }
    let place = SketchedPlace(
      start: point.time, end: point.time, latitude: fix.latitude, longitude: fix.longitude)
    guard let last = places.last else {
      places.append(place)
      return
    }
    guard point.time > last.end else { return }
    let isAfterGap = point.time - last.end > Self.longestGap
    if !isAfterGap, ruler.distance(place, last) <= Self.reach {
      places[places.count - 1].end = point.time
    } else if isAfterGap || point.time - last.start >= Self.step {
      places.append(place)
    }
  }
}

/// Measures distances of places of one track, which are near each other.
struct Ruler: Hashable, Sendable {
  private var scale: LocalScale?

  /// Returns the distance between two places, meters.
  mutating func distance(_ one: SketchedPlace, _ other: SketchedPlace) -> Double {
    if scale?.isFar(one.latitude) != false { scale = LocalScale(latitude: one.latitude) }
    return scale?.distance(one.latitude, one.longitude, other.latitude, other.longitude) ?? 0
  }
}

/// The bytes of a sketch in a row: for each place, the beginning and the end in tenths of a second of the quarter, and the degrees
/// in units of 10⁻⁷, little-endian.
extension TrackSketch {
  private static let placeSize = 12

  /// - Parameter quarter: the number of the quarter since 1970.
  func bytes(in quarter: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(places.count * Self.placeSize)
    func append<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let origin = Double(quarter) * Double(Self.length)
    for place in places {
      append(UInt16(clamping: Int((place.start - origin) * 10)))
      append(UInt16(clamping: Int((place.end - origin) * 10)))
      append(Int32((place.latitude * 1e7).rounded()))
      append(Int32((place.longitude * 1e7).rounded()))
    }
    return bytes
  }

  /// Passes on the places of a row in order; returns false if this program cannot have written them.
  static func read(
    _ bytes: UnsafeRawBufferPointer, in quarter: Int64, _ body: (SketchedPlace) -> Void
  ) -> Bool {
    guard bytes.count % placeSize == 0 else { return false }
    let origin = Double(quarter) * Double(length)
    var last = origin
    for offset in stride(from: 0, to: bytes.count, by: placeSize) {
      func load<Value: FixedWidthInteger & BitwiseCopyable>(_ at: Int, _: Value.Type) -> Value {
        Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + at, as: Value.self))
      }
      let place = SketchedPlace(
        start: origin + Double(load(0, UInt16.self)) / 10,
        end: origin + Double(load(2, UInt16.self)) / 10,
        latitude: Double(load(4, Int32.self)) / 1e7, longitude: Double(load(8, Int32.self)) / 1e7)
      guard place.start >= last, place.end >= place.start, place.end <= origin + Double(length),
        abs(place.latitude) <= 90, abs(place.longitude) <= 180
      else { return false }
      last = place.end
      body(place)
    }
    return true
  }
}
