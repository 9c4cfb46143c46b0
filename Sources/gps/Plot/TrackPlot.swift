// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationPage
import NMEA0183
import TrackFiles

/// The whole picture: a heading, the map, and profiles one below the other.
struct TrackPlot {
  let name: String
  let track: PlotTrack
  let panels: [PlotPanel]
  let color: PlotColor
  var units = UnitSystem.metric
  var ground = MapGround()

  /// Panels that are not drawn because no value is known.
  var missing: [PlotPanel] {
    panels.filter { panel in
      panel != .map && !track.samples.contains { panel.value($0) != nil }
    }
  }

  private static let width = 1000.0
  private static let margin = 28.0
  /// Space to the left of profiles for numbers, pixels.
  private static let gutter = 58.0

  var hasTiles: Bool { ground.hasTiles(in: map.projection) }

  private var map: MapPanel {
    MapPanel(
      track.samples, x: Self.margin, y: 92, width: Self.width - 2 * Self.margin, color: color,
      in: units, on: ground)
  }

  /// The picture; the same track gives the same bytes.
  var svg: String {
    var body = SVG()
    body.words(name.shortened(to: 70), x: Self.margin, y: 46, style: "title")
    body.words(summary, x: Self.margin, y: 72, style: "subtitle")
    var y = 92.0
    if panels.contains(.map) {
      let map = map
      map.draw(to: &body)
      y += map.height + 10
    }
    let axis = PlotAxis(track, in: units)
    var last: ProfilePanel?
    for panel in panels where panel != .map {
      guard
        let profile = ProfilePanel(
          panel, track.samples, axis, in: units, x: Self.gutter, y: y,
          width: Self.width - Self.gutter - Self.margin)
      else { continue }
      profile.draw(to: &body)
      last = profile
      y += ProfilePanel.height
    }
    if let last {
      last.drawMarks(to: &body)
      y += 20
    }
    return head(height: y + 12) + body.text + "</svg>\n"
  }

  private func head(height: Double) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(Self.width)) \(n(height))" \
    width="\(n(Self.width))" height="\(n(height))" role="img" aria-label="\(name.escapedForXML)">
    <title>\(name.escapedForXML)</title>
    <style>
    \(Self.styles)
    </style>
    <rect class="paper" x="0" y="0" width="\(n(Self.width))" height="\(n(height))"/>

    """
  }

  private var summary: String {
    var parts: [String] = []
    if let start = track.start, let date = start.date {
      let clock = Double(start.time.nanosecondsOfDay) / 1e9
      parts.append("\(date) \(PlotNumber.clock(clock, withSeconds: true)) UTC")
    }
    let seconds = (track.samples.last?.seconds ?? 0) - (track.samples.first?.seconds ?? 0)
    if seconds > 0 { parts.append(durationText(seconds)) }
    parts.append(units.distance(track.distance))
    parts.append(counted(track.count, "fix", "fixes"))
    if track.warnedCount > 0 { parts.append("\(track.warnedCount) with warnings") }
    return parts.joined(separator: "  ·  ")
  }

  private static let styles = """
    text{font-family:system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;fill:#2b2f36}
    .title{font-size:26px;font-weight:600}
    .subtitle{font-size:15px;fill:#5d6570}
    .heading{font-size:14px;font-weight:600}
    .label{font-size:12px;fill:#5d6570}
    .strong{font-weight:600;fill:#2b2f36}
    .halo{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round;stroke-opacity:.8}
    .paper{fill:#fff}
    .ground{fill:#f7f6f2}
    .sea{fill:#dfeaf1}
    .land{fill:#efe9da;stroke:#b9b19c;stroke-width:.6}
    .town{fill:#5d6570;stroke:#fff}
    .name{font-size:12px;fill:#2b2f36}
    .edge{fill:none;stroke:#b8bcc2}
    .graticule{stroke:#c9cdd2;stroke-width:.7}
    .grid{stroke:#dfe1e4;stroke-width:.8}
    .tick{stroke:#8a9099}
    .casing{fill:none;stroke:#fff;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
    .track{fill:none;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
    .start{fill:#fff;stroke:#2b2f36;stroke-width:2.5}
    .end{fill:#2b2f36;stroke:#fff;stroke-width:1.5}
    .globe{fill:#dfeaf1}
    .limb{fill:none;stroke:#8a9099}
    .warning{fill:#c8102e;fill-opacity:.18;stroke:#c8102e;stroke-width:2}
    .here{fill:#c8102e;stroke:#fff;stroke-width:1.5}
    .north{fill:#2b2f36}
    .bar{fill:none;stroke:#2b2f36;stroke-width:1.6}
    .area{fill:#3b6ea5;fill-opacity:.14}
    .curve{fill:none;stroke:#2f5f95;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
    """
}
