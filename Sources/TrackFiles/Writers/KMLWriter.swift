// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// KML 2.2 with Google's extensions: a `gx:Track` for each segment.
///
/// A fix without a date is left out, because a position needs a time. Where altitudes begin or end, a new track begins,
/// because the altitude mode applies to a whole track.
package struct KMLWriter: TrackWriter {
  private let name: String
  private var hasAltitude = false
  private var isInPart = false

  package init(name: String) { self.name = name }

  package var laneCount: Int { 2 + Self.columns.count }

  package func canWrite(_ fix: Fix) -> Bool { fix.time?.date != nil }

  package mutating func breaks(before fix: Fix) -> Bool {
    isInPart && hasAltitude != (fix.altitude != nil)
  }

  package func begin(_ text: inout TrackText) {
    let name = name.escapedForXML
    let fields = Self.columns.map { column in
      "<gx:SimpleArrayField name=\"\(column.name)\" type=\"\(column.type)\">"
        + "<displayName>\(column.title)</displayName></gx:SimpleArrayField>\n"
    }
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>
      <name>\(name)</name>
      <Style id="track"><LineStyle><color>ffb06a1f</color><width>3</width></LineStyle></Style>
      <Schema id="fix">
      \(fields.joined())</Schema>
      <Placemark>
      <name>\(name)</name>
      <styleUrl>#track</styleUrl>
      <gx:MultiTrack>
      <gx:interpolate>0</gx:interpolate>

      """)
  }

  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) {
    hasAltitude = fix.altitude != nil
    isInPart = true
    let mode = hasAltitude ? "absolute" : "clampToGround"
    text.write("<gx:Track>\n<altitudeMode>\(mode)</altitudeMode>\n")
    text.write("<ExtendedData><SchemaData schemaUrl=\"#fix\">\n", lane: 2)
    for (index, column) in Self.columns.enumerated() {
      text.write("<gx:SimpleArrayData name=\"\(column.name)\">\n", lane: 2 + index)
    }
  }

  package func append(_ fix: Fix, _ text: inout TrackText) {
    text.write { line in
      line.element("when") { $0.append(dateTime: fix.time) }
      line.append("\n")
    }
    text.write(lane: 1) { line in
      line.append("<gx:coord>")
      line.append(degrees: fix.longitude)
      line.append(" ")
      line.append(degrees: fix.latitude)
      if let altitude = fix.altitude {
        line.append(" ")
        line.append(altitude, decimals: 3)
      }
      line.append("</gx:coord>\n")
    }
    for (index, column) in Self.columns.enumerated() {
      text.write(lane: 2 + index) { line in
        line.element("gx:value") { $0.append(column.value(fix), decimals: column.decimals) }
        line.append("\n")
      }
    }
  }

  package mutating func endPart(_ text: inout TrackText) {
    isInPart = false
    for index in Self.columns.indices { text.write("</gx:SimpleArrayData>\n", lane: 2 + index) }
    text.write("</SchemaData></ExtendedData>\n</gx:Track>\n", lane: laneCount - 1)
  }

  package func end(_ text: inout TrackText) {
    text.write("</gx:MultiTrack>\n</Placemark>\n</Document>\n</kml>\n")
  }

  /// A quantity of each fix besides time and position.
  private struct Column: Sendable {
    let name: String
    let title: String
    let type: String
    let decimals: Int
    let value: @Sendable (Fix) -> Double?
  }

  private static let columns = [
    Column(name: "speed", title: "Speed (m/s)", type: "float", decimals: 4) { $0.speed },
    Column(name: "course", title: "Course (°)", type: "float", decimals: 2) { fix in
      fix.course.map { $0 < 359.995 ? $0 : 0 }
    },
    Column(name: "accuracy", title: "Horizontal accuracy (m)", type: "float", decimals: 2) {
      $0.horizontalAccuracy
    },
    Column(name: "verticalAccuracy", title: "Vertical accuracy (m)", type: "float", decimals: 2) {
      $0.verticalAccuracy
    },
    Column(name: "satellites", title: "Satellites used", type: "int", decimals: 0) {
      $0.satellitesUsed.map(Double.init)
    },
    Column(name: "hdop", title: "HDOP", type: "float", decimals: 2) {
      $0.dilutionOfPrecision.horizontal
    },
  ]
}
