// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

/// The points of a GPX file: those of its tracks, else those of its routes, else its waypoints.
package struct GPX: Sendable {
  package struct Point: Hashable, Sendable {
    /// Degrees, north positive, −90…90.
    package var latitude: Double
    /// Degrees, east positive, −180…180.
    package var longitude: Double
    /// Meters above mean sea level; `nil` if absent or unreadable.
    package var elevation: Double?
    /// The time at the point, in UTC if it names no offset; `nil` if absent or unreadable.
    package var time: UTCDateTime?
    /// Whether it has a time that cannot be read.
    package var hasUnreadableTime = false
    /// Whether a segment of a track, or a route, begins with this point.
    package var beginsSegment = false
    /// The name of the route that begins with this point; `nil` if it has none, or unless details are kept.
    package var routeName: String?
    /// Its other elements, as text by name; empty unless requested.
    package var details: [String: String] = [:]
  }

  package struct UnreadableTime: Hashable, Sendable {
    package var text: String
    package var line: Int
  }

  /// The points in the order of the file, at least one.
  package let points: [Point]

  /// The waypoints and the points of routes, if there is a track, with their names; empty unless details are kept.
  package let waypoints: [Point]
  package let routes: [Point]
  /// The name of the first track; `nil` if it has none.
  package let name: String?

  /// The number of points that were left out because they are not on Earth.
  package let placelessCount: Int

  /// The first time of a point that cannot be read; `nil` if all times can.
  package let unreadableTime: UnreadableTime?

  /// The length in bytes beyond which a file is refused; two million points are that long.
  package static let longest = 1 << 28

  /// - Parameters:
  ///   - keepsDetails: whether to keep more about a point than its position and time.
  ///   - isTolerant: whether points that are not on Earth are left out, in place of refusing the file.
  package init(
    _ bytes: [UInt8], keepsDetails: Bool = false, isTolerant: Bool = false
  ) throws(GPXProblem) {
    guard bytes.count <= Self.longest else {
      throw GPXProblem("it is longer than \(Self.longest >> 20) MB; give a file with one track")
    }
    var collector = GPXCollector(keepsDetails: keepsDetails, isTolerant: isTolerant)
    var reader = try XMLReader(bytes)
    try collector.read(&reader, isComplete: true)
    guard let points = collector.best else {
      if let problem = collector.placeProblem { throw problem }
      throw GPXProblem("it has no trkpt, rtept or wpt, so there is nowhere to go; draw a track")
    }
    self.points = points
    let others = collector.besidesTrack
    (waypoints, routes, name) = (others.waypoints, others.routes, collector.trackName)
    (placelessCount, unreadableTime) = (collector.placelessCount, collector.unreadableTime)
  }

  /// Whether bytes begin like XML, as no sentence does.
  package static func isXML(_ bytes: some Sequence<UInt8>) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? AnySequence(bytes.dropFirst(3)) : AnySequence(bytes)
    return text.first { !$0.isXMLBlank } == UInt8(ascii: "<")
  }
}

/// Why a GPX file cannot be used, and what to try; without a line end, but not made safe for a terminal.
package struct GPXProblem: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// Whether it is that the end of a comment or the like has not come.
  var isCutOff = false

  init(_ description: String) { self.description = description }
}

extension GPX.Point {
  /// The point as a fix, without a time if it has none.
  package var fix: Fix {
    var fix = Fix(
      time: time.map { FixTime(date: $0.date, time: $0.time) }, latitude: latitude,
      longitude: longitude)
    fix.altitude = elevation
    fix.geoidSeparation = number("geoidheight", in: -1000...1000)
    if let elevation, let separation = fix.geoidSeparation {
      fix.ellipsoidalAltitude = elevation + separation
    }
    fix.speed = number("speed", in: 0...100_000)
    fix.course = number("course", in: 0...360).map { $0 < 360 ? $0 : 0 }
    fix.satellitesUsed = number("sat", in: 0...1000).map { Int($0) }
    fix.dilutionOfPrecision.horizontal = number("hdop", in: 0...99)
    fix.dilutionOfPrecision.vertical = number("vdop", in: 0...99)
    fix.dilutionOfPrecision.position = number("pdop", in: 0...99)
    fix.differentialAge = number("ageofdgpsdata", in: 0...1_000_000)
    fix.differentialStation = number("dgpsid", in: 0...1023).map { Int($0) }
    switch details["fix"] {
    case "2d": fix.mode = .twoDimensional
    case "3d": fix.mode = .threeDimensional
    case "dgps": fix.quality = .differential
    case "pps": fix.quality = .precise
    case "none": fix.quality = .estimated
    default: break
    }
    return fix
  }

  private func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    details[name].flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
  }
}
