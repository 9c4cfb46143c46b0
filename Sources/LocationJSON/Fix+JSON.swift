// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension Fix {
  /// A size that no fix exceeds as JSON, in bytes.
  package static let jsonCapacity = 2048

  /// Appends the fix as a JSON object, without unknown values.
  package func appendJSON(to line: inout OutputSpan<UInt8>) {
    line.beginObject()
    if time.date != nil {
      line.quoted("timestamp") { $0.append(time, separator: UInt8(ascii: "T")) }
    } else {
      line.quoted("timeOfDay") { $0.append(time.time) }
    }
    line.number("latitude", latitude, decimals: 10)
    line.number("longitude", longitude, decimals: 10)
    line.number("altitude", altitude, decimals: 4)
    line.number("ellipsoidalAltitude", ellipsoidalAltitude, decimals: 4)
    line.number("geoidSeparation", geoidSeparation, decimals: 4)
    line.number("speed", speed, decimals: 4)
    // A course that would be rounded up to 360 is north.
    line.number("course", course.map { $0 < 359.999_95 ? $0 : 0 }, decimals: 4)
    line.number("verticalSpeed", verticalSpeed, decimals: 4)
    line.number("horizontalAccuracy", horizontalAccuracy, decimals: 3)
    line.number("verticalAccuracy", verticalAccuracy, decimals: 3)
    line.number("speedAccuracy", speedAccuracy, decimals: 3)
    line.number("courseAccuracy", courseAccuracy, decimals: 3)
    line.string("horizontalAccuracySource", horizontalAccuracySource?.name)
    line.string("verticalAccuracySource", verticalAccuracySource?.name)
    line.string("quality", quality?.name)
    line.string("mode", mode?.name)
    line.number("hdop", dilutionOfPrecision.horizontal, decimals: 4)
    line.number("vdop", dilutionOfPrecision.vertical, decimals: 4)
    line.number("pdop", dilutionOfPrecision.position, decimals: 4)
    line.integer("satellitesUsed", satellitesUsed)
    line.integer("satellitesInView", satellitesInView)
    line.number("differentialAge", differentialAge, decimals: 4)
    line.integer("differentialStation", differentialStation)
    line.flag("simulated", isSimulated)
    line.flag("rolloverCorrected", time.isRolloverCorrected)
    line.endObject()
  }

  /// Reads the output of ``appendJSON(to:)``; a member that is absent, or out of its range, stays `nil`.
  ///
  /// - Returns: `nil` without a time, or without a position on the Earth.
  package init?(json: JSONValue) {
    guard let time = FixTime(json: json),
      let latitude = json.number("latitude", in: -90...90),
      let longitude = json.number("longitude", in: -180...180)
    else { return nil }
    self.init(time: time, latitude: latitude, longitude: longitude)
    altitude = json["altitude"]?.number
    ellipsoidalAltitude = json["ellipsoidalAltitude"]?.number
    geoidSeparation = json["geoidSeparation"]?.number
    speed = json.magnitude("speed")
    course = json.angle("course")
    verticalSpeed = json["verticalSpeed"]?.number
    horizontalAccuracy = json.magnitude("horizontalAccuracy")
    verticalAccuracy = json.magnitude("verticalAccuracy")
    speedAccuracy = json.magnitude("speedAccuracy")
    courseAccuracy = json.magnitude("courseAccuracy")
    horizontalAccuracySource = horizontalAccuracy.map { _ in json.source("horizontalAccuracySource")
    }
    verticalAccuracySource = verticalAccuracy.map { _ in json.source("verticalAccuracySource") }
    quality = json["quality"]?.string.flatMap { FixQuality(name: $0) }
    mode = json["mode"]?.string.flatMap { FixMode(name: $0) }
    dilutionOfPrecision.horizontal = json.magnitude("hdop")
    dilutionOfPrecision.vertical = json.magnitude("vdop")
    dilutionOfPrecision.position = json.magnitude("pdop")
    satellitesUsed = json["satellitesUsed"]?.integer
    satellitesInView = json["satellitesInView"]?.integer
    differentialAge = json["differentialAge"]?.number
    differentialStation = json["differentialStation"]?.integer
  }
}

extension FixTime {
  /// Reads the members `timestamp` or `timeOfDay`, and `rolloverCorrected`; `nil` without a time.
  package init?(json: JSONValue) {
    guard let text = (json["timestamp"] ?? json["timeOfDay"])?.string,
      let time = FixTime(text: text)
    else { return nil }
    self = time
    isRolloverCorrected = json["rolloverCorrected"]?.bool ?? false
  }
}

extension JSONValue {
  /// Returns a member that is a number within bounds; `nil` for anything else.
  package func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    self[name]?.number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns a member that is a number and not negative; `nil` for anything else.
  package func magnitude(_ name: String) -> Double? {
    number(name, in: 0...Double.greatestFiniteMagnitude)
  }

  /// Returns a member that is an angle in `0..<360`; `nil` for anything else.
  package func angle(_ name: String) -> Double? {
    number(name, in: 0...360).flatMap { $0 < 360 ? $0 : nil }
  }

  /// Returns the source of an accuracy; `.assumed` if the source is absent or unknown.
  fileprivate func source(_ name: String) -> AccuracySource {
    self[name]?.string.flatMap { AccuracySource(name: $0) } ?? .assumed
  }
}
