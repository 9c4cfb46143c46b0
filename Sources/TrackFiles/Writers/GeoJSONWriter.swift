// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// GeoJSON (RFC 7946): a feature for each segment, with the times of its positions.
///
/// Heights are above the ellipsoid, as GeoJSON requires, and left out if only the height above the sea is known. A
/// segment that crosses the antimeridian is cut there; the two positions that this adds have no time.
package struct GeoJSONWriter: TrackWriter {
  private let name: String
  /// The first fix of a part, held until there is another: a single position is not a line.
  private var first: Fix?
  private var last: Fix?
  private var count = 0
  private var isFirstPart = true
  /// Where the line crosses the antimeridian: the latitude, and whether it came from the eastern hemisphere.
  private var crossing: (latitude: Double, isEastern: Bool)?

  package init(name: String) { self.name = name }

  /// The lanes are positions, the text between the lists, and times.
  package var laneCount: Int { 3 }

  package mutating func breaks(before fix: Fix) -> Bool {
    guard let last, (fix.longitude - last.longitude).magnitude > 180 else { return false }
    let isEastern = last.longitude > 0
    let way = fix.longitude - last.longitude + (isEastern ? 360 : -360)
    let part = way == 0 ? 0 : ((isEastern ? 180 : -180) - last.longitude) / way
    crossing = (last.latitude + (fix.latitude - last.latitude) * part, isEastern)
    return true
  }

  package func begin(_ text: inout TrackText) {
    text.write("{\"type\":\"FeatureCollection\",\"features\":[\n")
  }

  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) {
    text.write(isFirstPart ? "" : ",\n")
    text.write("{\"type\":\"Feature\",\"geometry\":{\"coordinates\":")
    text.write(lane: 2) { line in
      line.append("\"properties\":{\"name\":\"")
      line.append(json: name)
      line.append("\",\"coordinateProperties\":{\"times\":")
    }
    (isFirstPart, count) = (false, 0)
    guard let crossing else { return }
    writeCrossing(crossing.latitude, crossing.isEastern ? -180 : 180, &text)
    self.crossing = nil
  }

  package mutating func append(_ fix: Fix, _ text: inout TrackText) {
    last = fix
    guard count > 0 else {
      (first, count) = (fix, 1)
      return
    }
    writeFirst(&text)
    write(fix, separator: ",", &text)
  }

  package mutating func endPart(_ text: inout TrackText) {
    if let crossing {
      writeFirst(&text)
      writeCrossing(crossing.latitude, crossing.isEastern ? 180 : -180, &text)
    }
    if let first {
      // A single position and a single time, rather than lists.
      write(first, separator: "", &text)
      text.write(",\"type\":\"Point\"},", lane: 1)
    } else {
      text.write("]", lane: 0)
      text.write(",\"type\":\"LineString\"},", lane: 1)
      text.write("]", lane: 2)
    }
    text.write("}}}", lane: 2)
    (first, last) = (nil, nil)
  }

  package func end(_ text: inout TrackText) { text.write("\n]}\n") }

  /// Begins the lists with the fix that was held.
  private mutating func writeFirst(_ text: inout TrackText) {
    guard let fix = first else { return }
    first = nil
    write(fix, separator: "[", &text)
  }

  /// Writes a position of the line that is not a fix.
  private mutating func writeCrossing(
    _ latitude: Double, _ longitude: Double, _ text: inout TrackText
  ) {
    let place = Fix(time: nil, latitude: latitude, longitude: longitude)
    write(place, separator: count == 0 ? "[" : ",", &text)
  }

  private mutating func write(_ fix: Fix, separator: String, _ text: inout TrackText) {
    count += 1
    text.write { line in
      line.append(separator)
      line.append("[")
      line.append(fix.longitude, decimals: 7)
      line.append(",")
      line.append(fix.latitude, decimals: 7)
      if let height = fix.ellipsoidalAltitude {
        line.append(",")
        line.append(height, decimals: 3)
      }
      line.append("]")
    }
    text.write(lane: 2) { line in
      line.append(separator)
      guard fix.time?.date != nil else { return line.append("null") }
      line.append("\"")
      line.append(iso8601: fix.time)
      line.append("\"")
    }
  }
}
