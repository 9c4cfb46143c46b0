// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON
import NMEA0183

/// GPX 1.1: a track whose segments end where the position was lost.
///
/// Elements are in the order that the schema requires. Speed and course, for which GPX 1.1 has no elements, are in
/// Garmin's TrackPointExtension v2.
package struct GPXWriter: TrackWriter {
  private let name: String
  private let others: String

  /// - Parameters:
  ///   - name: the name of the track.
  ///   - others: the waypoints and routes before the track, in XML.
  package init(name: String, others: String = "") { (self.name, self.others) = (name, others) }

  package func begin(_ text: inout TrackText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="gps" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
      \(others)<trk>
      <name>\(name.escapedForXML)</name>

      """)
  }

  package func beginPart(with fix: Fix, _ text: inout TrackText) { text.write("<trkseg>\n") }

  package func append(_ fix: Fix, _ text: inout TrackText) {
    text.write { line in
      line.append("<trkpt lat=\"")
      line.append(degrees: fix.latitude)
      line.append("\" lon=\"")
      // The schema allows -180, but not 180.
      line.append(degrees: fix.longitude < 180 - 0.5e-9 ? fix.longitude : -180)
      line.append("\">")
      line.element("ele", fix.altitude, decimals: 3)
      if fix.time?.date != nil { line.element("time") { $0.append(dateTime: fix.time) } }
      line.element("geoidheight", fix.geoidSeparation, decimals: 3)
      if let kind = Self.kind(of: fix) { line.element("fix") { $0.append(kind) } }
      if let used = fix.satellitesUsed { line.element("sat") { $0.append(String(used)) } }
      line.element("hdop", fix.dilutionOfPrecision.horizontal, decimals: 2)
      line.element("vdop", fix.dilutionOfPrecision.vertical, decimals: 2)
      line.element("pdop", fix.dilutionOfPrecision.position, decimals: 2)
      line.element("ageofdgpsdata", fix.differentialAge, decimals: 1)
      if let station = fix.differentialStation, (0...1023).contains(station) {
        line.element("dgpsid") { $0.append(String(station)) }
      }
      Self.append(motionOf: fix, to: &line)
      line.append("</trkpt>\n")
    }
  }

  package func endPart(_ text: inout TrackText) { text.write("</trkseg>\n") }

  package func end(_ text: inout TrackText) { text.write("</trk>\n</gpx>\n") }

  private static func append(motionOf fix: Fix, to line: inout [UInt8]) {
    guard fix.speed != nil || fix.course != nil else { return }
    line.append("<extensions><tpx:TrackPointExtension>")
    line.element("tpx:speed", fix.speed, decimals: 4)
    if let course = fix.course { line.element("tpx:course") { $0.append(course: course) } }
    line.append("</tpx:TrackPointExtension></extensions>")
  }

  /// Returns GPX's term for how a position was obtained; `nil` if it has none.
  ///
  /// GPX counts RTK as differential.
  private static func kind(of fix: Fix) -> String? {
    switch fix.quality {
    case .differential?, .rtkFixed?, .rtkFloat?: return "dgps"
    case .precise?: return "pps"
    case .estimated?: return "none"
    default: break
    }
    return switch fix.mode {
    case .twoDimensional?: "2d"
    case .threeDimensional?: "3d"
    default: nil
    }
  }
}
