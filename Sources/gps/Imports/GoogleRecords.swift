// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationFormats

/// `Records.json` of Google's Takeout, until 2024.
struct GoogleRecords: TrackImporter {
  static let name = "Google's Records.json"

  private var elements = JSONElements()
  private var counts = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { head.firstMember == "locations" }

  mutating func read(_ bytes: RawSpan, _ body: (Fix) throws -> Void) throws {
    for element in elements.push(bytes) where element.name == "locations" {
      if let location = JSONValue.object(element.bytes[...]) {
        if let fix = fix(location) { try body(fix) }
      } else {
        counts.add(LeftOut.malformed)
      }
    }
    if let problem = elements.problem { throw problem }
  }

  mutating func finish(_ body: (Fix) throws -> Void) throws { try elements.finish() }

  var leftOut: LeftOut {
    var counts = counts
    counts.add(LeftOut.tooLong, elements.tooLong)
    return counts
  }

  private mutating func fix(_ location: JSONValue) -> Fix? {
    let time =
      FixTime(withZone: location["timestamp"]?.string)
      ?? FixTime(secondsSince1970: location["timestampMs"]?.measure.map { $0 / 1000 })
    let fix = Fix(
      at: time, latitude: Self.degrees(location["latitudeE7"], limit: 90),
      longitude: Self.degrees(location["longitudeE7"], limit: 180),
      accuracy: location["accuracy"]?.measure, vertical: location["verticalAccuracy"]?.number,
      &counts)
    guard var fix else { return nil }
    fix.altitude = location.number("altitude", in: -12_000...100_000)
    fix.speed = location.number("velocity", in: 0...100_000)
    fix.course = location.angle("heading")
    return fix
  }

  /// Returns degrees; numbers that were too large for 32 bits, and turned negative or positive, are turned back.
  private static func degrees(_ value: JSONValue?, limit: Double) -> Double? {
    guard var number = value?.measure else { return nil }
    if number > limit * 1e7 { number -= 4_294_967_296 }
    if number < -limit * 1e7 { number += 4_294_967_296 }
    return number / 1e7
  }
}
