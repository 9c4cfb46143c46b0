// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import NMEA0183

/// Comma-separated values with the columns of `gps convert --to csv`, in any order, of which time and place are needed.
struct CSVImporter: LineImporter {
  static let name = "CSV of gps"

  var lines = ImportedLines()
  private(set) var leftOut = LeftOut()
  /// The columns of the file, by name; `nil` before the first line.
  private var columns: [String: Int]?

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    let names = fields(head.prefix { $0 != 0x0A })
    return ["time_utc", "latitude_deg", "longitude_deg"].allSatisfy(names.contains)
  }

  /// Returns the fields of a line, without the quotes in which spreadsheets put them.
  private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { field in
      String(decoding: field.filter { $0 != UInt8(ascii: "\"") && $0 != 0x0D }, as: UTF8.self)
    }
  }

  mutating func fix(in line: ArraySlice<UInt8>) -> Fix? {
    let fields = Self.fields(line)
    guard let columns else {
      self.columns = Dictionary(fields.enumerated().map { ($1, $0) }) { first, _ in first }
      return nil
    }
    func text(_ name: String) -> String? {
      columns[name].flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
    }
    func number(_ name: String, _ range: ClosedRange<Double> = -100_000...100_000) -> Double? {
      text(name).flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
    }
    let fix = Fix(
      at: text("time_utc").flatMap { FixTime(text: $0) ?? FixTime(withZone: $0) },
      latitude: number("latitude_deg"), longitude: number("longitude_deg"),
      accuracy: number("horizontal_accuracy_m", 0...1e8), vertical: number("vertical_accuracy_m"),
      &leftOut)
    guard var fix else { return nil }
    fix.altitude = number("altitude_msl_m")
    fix.ellipsoidalAltitude = number("altitude_ellipsoid_m")
    fix.geoidSeparation = number("geoid_separation_m")
    fix.speed = number("speed_m_s", 0...100_000)
    fix.course = number("course_deg", 0...360).map { $0 < 360 ? $0 : 0 }
    fix.verticalSpeed = number("vertical_speed_m_s")
    fix.speedAccuracy = number("speed_accuracy_m_s", 0...100_000)
    fix.courseAccuracy = number("course_accuracy_deg", 0...360)
    fix.quality = text("quality").flatMap { FixQuality(name: $0) }
    fix.mode = text("mode").flatMap { FixMode(name: $0) }
    fix.dilutionOfPrecision.horizontal = number("hdop", 0...99)
    fix.dilutionOfPrecision.vertical = number("vdop", 0...99)
    fix.dilutionOfPrecision.position = number("pdop", 0...99)
    fix.satellitesUsed = number("satellites_used", 0...1000).map { Int($0) }
    fix.satellitesInView = number("satellites_in_view", 0...1000).map { Int($0) }
    fix.differentialAge = number("differential_age_s")
    fix.differentialStation = number("differential_station", 0...65_535).map { Int($0) }
    return fix
  }
}

/// Fixes as JSON, an object per line, as `gps watch`, `gps convert` and `gps publish file:` write them.
struct JSONLinesImporter: LineImporter {
  static let name = "JSON of gps"

  var lines = ImportedLines()
  private(set) var leftOut = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    ["timestamp", "timeOfDay", "device"].contains(JSONReader.firstName(in: head) ?? "")
  }

  mutating func fix(in line: ArraySlice<UInt8>) -> Fix? {
    guard let value = JSONValue(object: line) else {
      leftOut.add(LeftOut.malformed)
      return nil
    }
    guard let fix = Fix(json: value) else {
      leftOut.add(LeftOut.noPlace)
      return nil
    }
    return fix.canBeStored(&leftOut) ? fix : nil
  }
}
