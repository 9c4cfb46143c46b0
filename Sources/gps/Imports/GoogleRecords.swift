// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// `Records.json` of Google's Takeout, until 2024.
struct GoogleRecords: ElementImporter {
  static let name = "Google's Records.json"

  var elements = JSONElements()
  var counts = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    JSONReader.firstName(in: head) == "locations"
  }

  func reads(_ name: String) -> Bool { name == "locations" }

  mutating func fixes(in location: JSONValue, of _: String) -> [Fix] {
    let time =
      FixTime(withZone: location["timestamp"]?.string)
      ?? FixTime(secondsSince1970: location["timestampMs"]?.measure.map { $0 / 1000 })
    let fix = Fix(
      at: time, latitude: Self.degrees(location["latitudeE7"], limit: 90),
      longitude: Self.degrees(location["longitudeE7"], limit: 180),
      accuracy: location["accuracy"]?.measure, vertical: location["verticalAccuracy"]?.number,
      &counts)
    guard var fix else { return [] }
    fix.altitude = location.number("altitude", in: -12_000...100_000)
    fix.speed = location.number("velocity", in: 0...100_000)
    fix.course = location.angle("heading")
    return [fix]
  }

  /// Returns degrees; numbers that were too large for 32 bits, and turned negative or positive, are turned back.
  private static func degrees(_ value: JSONValue?, limit: Double) -> Double? {
    guard var number = value?.measure else { return nil }
    if number > limit * 1e7 { number -= 4_294_967_296 }
    if number < -limit * 1e7 { number += 4_294_967_296 }
    return number / 1e7
  }
}
