// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension JSONObject {
  /// Sets the members of a fix, without unknown values.
  package mutating func set(_ fix: Fix) {
    set(fix.time)
    number("latitude", fix.latitude, 10)
    number("longitude", fix.longitude, 10)
    number("altitude", fix.altitude)
    number("ellipsoidalAltitude", fix.ellipsoidalAltitude)
    number("geoidSeparation", fix.geoidSeparation)
    number("speed", fix.speed)
    // A course that would be rounded up to 360 is north.
    number("course", fix.course.map { $0 < 359.999_95 ? $0 : 0 })
    number("verticalSpeed", fix.verticalSpeed)
    number("horizontalAccuracy", fix.horizontalAccuracy, 3)
    number("verticalAccuracy", fix.verticalAccuracy, 3)
    number("speedAccuracy", fix.speedAccuracy, 3)
    number("courseAccuracy", fix.courseAccuracy, 3)
    set("horizontalAccuracySource", fix.horizontalAccuracySource?.name)
    set("verticalAccuracySource", fix.verticalAccuracySource?.name)
    set("quality", fix.quality?.name)
    set("mode", fix.mode?.name)
    number("hdop", fix.dilutionOfPrecision.horizontal)
    number("vdop", fix.dilutionOfPrecision.vertical)
    number("pdop", fix.dilutionOfPrecision.position)
    set("satellitesUsed", fix.satellitesUsed)
    set("satellitesInView", fix.satellitesInView)
    number("correctionAge", fix.differentialAge)
    set("correctionStation", fix.differentialStation)
    set(fix.warnings)
    set(fix.authentication)
    if fix.isSimulated { set("simulated", true) }
    set("source", fix.source?.rawValue)
    if fix.time?.isRolloverCorrected == true { set("rolloverCorrected", true) }
  }

  package mutating func set(_ warnings: FixWarnings) {
    guard !warnings.isEmpty else { return }
    let names = warnings.list.map { "\"\($0.name)\"" }
    set("warnings", json: Array("[\(names.joined(separator: ","))]".utf8))
  }

  package mutating func set(_ authentication: FixAuthentication?) {
    guard let authentication else { return }
    set("authentication") { object in
      object.set("status", authentication.status.rawValue)
      object.set("reason", authentication.reason?.rawValue)
      object.set("satellitesAuthenticated", authentication.satellitesAuthenticated)
      object.set("galileoUsed", authentication.galileoUsed)
      object.number("clockDifference", authentication.clockDifference, 2)
      guard let receiver = authentication.receiver else { return }
      object.set("receiver") { object in
        object.set("fix", receiver.isFixAuthenticated)
        object.set("time", receiver.isTimeAuthenticated)
        object.set("satellitesAuthenticated", receiver.satellitesAuthenticated)
      }
    }
  }

  /// Sets the member `timestamp`, or `timeOfDay` without a date; sets nothing if there is no time.
  package mutating func set(_ time: FixTime?) {
    guard let time else { return }
    set(time.date == nil ? "timeOfDay" : "timestamp", upTo: BytePen.mostOfTime) { pen in
      pen.byte("\"")
      if let date = time.date {
        pen.date(date)
        pen.byte("T")
      }
      pen.time(time.time)
      if time.date != nil { pen.byte("Z") }
      pen.byte("\"")
    }
  }

  private mutating func number(_ name: StaticString, _ value: Double?, _ decimals: Int = 4) {
    set(name, value, decimals: decimals, padded: false)
  }
}

extension Fix {
  package var json: [UInt8] {
    var object = JSONObject()
    object.set(self)
    return object.closed
  }

  /// Reads ``json``; a member that is absent, or out of its range, stays `nil`.
  ///
  /// - Returns: `nil` without a position on the Earth, or with a time that cannot be read.
  package init?(json: JSONValue) {
    let time = FixTime(json: json)
    guard time != nil || json["timestamp"] == nil && json["timeOfDay"] == nil,
      let latitude = json.number("latitude", in: -90...90),
      let longitude = json.number("longitude", in: -180...180)
    else { return nil }
    self.init(time: time, latitude: latitude, longitude: longitude)
    altitude = json.height("altitude")
    ellipsoidalAltitude = json.height("ellipsoidalAltitude")
    geoidSeparation = json.height("geoidSeparation")
    speed = json.magnitude("speed")
    course = json.angle("course")
    verticalSpeed = json.quantity("verticalSpeed")
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
    satellitesUsed = json.count("satellitesUsed")
    satellitesInView = json.count("satellitesInView")
    source = json["source"]?.string.flatMap { FixSource(rawValue: $0) }
    differentialAge = json.quantity("correctionAge") ?? json.quantity("differentialAge")
    differentialStation =
      json.count("correctionStation") ?? json.count("differentialStation")
    warnings = FixWarnings(json["warnings"])
    authentication = FixAuthentication(json["authentication"])
  }
}

extension FixWarnings {
  /// Reads the member `warnings`; names that are not known are left out.
  package init(_ json: JSONValue?) {
    self = []
    for name in json?.array ?? [] {
      if let warning = name.string.flatMap({ FixWarning(name: $0) }) {
        insert(FixWarnings(warning))
      }
    }
  }
}

extension FixAuthentication {
  /// Reads the member `authentication`; `nil` without a known status.
  package init?(_ json: JSONValue?) {
    guard let json, let status = json["status"]?.string.flatMap(Status.init) else { return nil }
    self.init(
      status, reason: json["reason"]?.string.flatMap(Reason.init),
      satellitesAuthenticated: json.count("satellitesAuthenticated") ?? 0)
    galileoUsed = json.count("galileoUsed")
    clockDifference = json.magnitude("clockDifference")
    guard let said = json["receiver"] else { return }
    var report = ReceiverVerdict()
    report.isFixAuthenticated = said["fix"]?.bool
    report.isTimeAuthenticated = said["time"]?.bool
    report.satellitesAuthenticated = said.count("satellitesAuthenticated")
    receiver = report == ReceiverVerdict() ? nil : report
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
  /// The number, also of a text that is one; `nil` for anything else.
  package var measure: Double? {
    (number ?? string.flatMap(Double.init)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a member that is a number within bounds; `nil` for anything else.
  package func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    self[name]?.number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns a member that is a number, and no larger than anything that is measured; `nil` for anything else.
  package func quantity(_ name: String) -> Double? { self[name]?.number?.ifMeasurable }

  /// Returns a ``quantity(_:)`` that is not negative; `nil` for anything else.
  package func magnitude(_ name: String) -> Double? {
    quantity(name).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns a member that is a number of meters no further from the Earth than the satellites; `nil` for anything else.
  fileprivate func height(_ name: String) -> Double? { number(name, in: -1e5...1e8) }

  /// Returns a member that is a whole number from 0 to 65,535, the most that a sentence can say; `nil` for anything else.
  package func count(_ name: String) -> Int? {
    number(name, in: 0...65_535).flatMap(Int.init(exactly:))
  }

  /// Returns a member that is an angle in `0..<360`; `nil` for anything else.
  package func angle(_ name: String) -> Double? {
    number(name, in: 0...360).flatMap { $0 < 360 ? $0 : nil }
  }

  fileprivate func source(_ name: String) -> AccuracySource {
    self[name]?.string.flatMap { AccuracySource(name: $0) } ?? .assumed
  }
}
