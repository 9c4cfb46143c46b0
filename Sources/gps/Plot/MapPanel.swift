// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import GNSS
import LocationJSON
import LocationPage

/// The track as seen from above, on a plain ground.
///
/// Coasts are drawn on maps wide enough for them; on smaller ones they would be wrong, and a globe shows the location.
struct MapPanel {
  let samples: [PlotSample]
  let projection: MapProjection
  let color: PlotColor
  /// The range of values of the colors; `nil` if no value is known.
  let scale: ColorScale?
  /// What is drawn in place of a line; `nil` for a line.
  let density: DensityLayer?
  let units: UnitSystem
  let ground: MapGround

  private static let globeRadius = 58.0
  /// The space for labels of latitudes, such as 47°32′37.62″N, pixels.
  private static let labelWidth = 100.0

  init(
    _ samples: [PlotSample], x: Double, y: Double, width: Double, color: PlotColor,
    in units: UnitSystem, on ground: MapGround
  ) {
    (self.samples, self.color, self.units, self.ground) = (samples, color, units, ground)
    projection = MapProjection(
      samples, x: x, y: y, width: width, isOfTiles: ground.tiles != nil)
    density = color == .density ? DensityLayer(samples, projection) : nil
    let values = samples.compactMap { color.panel?.value($0, in: units) }.sorted()
    scale = values.isEmpty ? nil : ColorScale(range: Self.range(values))
  }

  /// Returns the range of the colors, without the extreme percentiles, so that an outlier does not take all of them, and so
  /// wide that an almost constant value looks constant.
  private static func range(_ values: [Double]) -> ClosedRange<Double> {
    let low = values[values.count / 100]
    let high = values[values.count - 1 - values.count / 100]
    let missing = max(high.magnitude / 2 - (high - low), 0)
    return (low - missing / 2)...(high + missing / 2)
  }

  var height: Double { projection.frame.height + 46 }

  private var frame: PlotFrame { projection.frame }

  func draw(to svg: inout SVG) {
    let hasCoasts = projection.metersPerPixel * frame.width >= 400_000
    svg.line("<clipPath id=\"frame\"><rect \(frame.attributes)/></clipPath>")
    svg.rectangle(frame, style: hasCoasts ? "sea" : "ground")
    svg.line("<g clip-path=\"url(#frame)\">")
    if hasCoasts { drawLand(to: &svg) }
    ground.drawTiles(projection, to: &svg)
    let graticule = Graticule(projection)
    graticule.drawLines(to: &svg)
    let globe = hasCoasts || ground.tiles != nil ? nil : globe
    drawTrack(to: &svg)
    drawWarnings(to: &svg)
    let hasTowns = ground.drawTowns(projection, avoiding: obstacles(globe), to: &svg)
    drawEnds(to: &svg)
    svg.line("</g>")
    graticule.drawLabels(to: &svg)
    globe?.draw(to: &svg)
    let middle = projection.middle
    if let globe, !hasTowns,
      let town = ground.towns?.town(around: middle.latitude, middle.longitude)
    {
      svg.words(
        "near \(town.name)", x: globe.center.x, y: globe.center.y + globe.radius + 15,
        style: "label halo", anchor: .middle)
    }
    ground.drawAttribution(frame, to: &svg)
    drawNorth(to: &svg)
    svg.rectangle(frame, style: "edge")
    drawLegend(to: &svg)
  }

  // MARK: Ground

  private func drawLand(to svg: inout SVG) {
    var path = SVGPath()
    let (west, east) = (projection.longitudes.lowerBound, projection.longitudes.upperBound)
    for turn in stride(from: -720.0, through: 720, by: 360)
    where turn + 180 > west && turn - 180 < east {
      for ring in Land.rings {
        let longitudes = ring.map { $0.longitude + turn }
        guard let low = longitudes.min(), let high = longitudes.max(), high > west, low < east
        else {
          continue
        }
        for (index, place) in ring.enumerated() {
          let point = projection.point(latitude: place.latitude, longitude: longitudes[index])
          if index == 0 { path.move(to: point) } else { path.line(to: point) }
        }
        path.close()
      }
    }
    svg.line("<path class=\"land\" d=\"\(path.data)\"/>")
  }

  /// The boxes in which no town is named: the globe, the arrow, the labels of the grid, and the ends of the track.
  private func obstacles(_ globe: Globe?) -> [PlotFrame] {
    let ends = [samples.first, samples.last].compactMap(\.self).map { sample in
      let place = point(sample)
      return PlotFrame(x: place.x - 9, y: place.y - 9, width: 18, height: 18)
    }
    let edges = [
      PlotFrame(x: frame.right - 44, y: frame.y, width: 44, height: 64),
      PlotFrame(x: frame.x, y: frame.bottom - 24, width: frame.width, height: 24),
      PlotFrame(x: frame.x, y: frame.y, width: Self.labelWidth, height: frame.height),
    ]
    let box = globe.map { globe in
      PlotFrame(
        x: globe.center.x - globe.radius, y: globe.center.y - globe.radius,
        width: 2 * globe.radius, height: 2 * globe.radius)
    }
    return ends + edges + [box].compactMap(\.self)
  }

  /// The globe in the corner least covered by the track, except that of the north arrow.
  private var globe: Globe {
    let size = 2 * Self.globeRadius + 24
    let corners = [
      (x: frame.x + Self.labelWidth, y: frame.y),
      (x: frame.right - size, y: frame.bottom - size - 12),
      (x: frame.x + Self.labelWidth, y: frame.bottom - size - 12),
    ]
    let counts = corners.map { corner in
      let box = PlotFrame(x: corner.x, y: corner.y, width: size, height: size)
      return samples.count { box.contains(point($0)) }
    }
    let best = counts.indices.min { counts[$0] < counts[$1] } ?? 0
    let middle = projection.middle
    return Globe(
      center: (corners[best].x + size / 2, corners[best].y + size / 2), radius: Self.globeRadius,
      latitude: middle.latitude, longitude: middle.longitude)
  }

  private func drawNorth(to svg: inout SVG) {
    let (x, y) = (frame.right - 26, frame.y + 16)
    svg.line(
      "<path class=\"north\" d=\"M\(n(x)) \(n(y))L\(n(x + 7)) \(n(y + 24))L\(n(x)) \(n(y + 18))"
        + "L\(n(x - 7)) \(n(y + 24))Z\"/>")
    svg.words("N", x: x, y: y + 40, style: "label halo strong", anchor: .middle)
  }

  // MARK: Track

  private func point(_ sample: PlotSample) -> PlotPoint {
    projection.point(latitude: sample.latitude, longitude: sample.longitude)
  }

  /// Draws pieces of one color each, in the order of travel, above a light casing.
  private func drawTrack(to svg: inout SVG) {
    if let density { return density.draw(to: &svg) }
    var all = SVGPath()
    var pieces: [(step: Int?, path: SVGPath)] = []
    var last: PlotPoint?
    for sample in samples {
      let place = point(sample)
      let step = scale.flatMap { color.panel?.value(sample, in: units).map($0.step) }
      guard !sample.beginsSegment, let before = last else {
        // A single fix is a dot: a line of zero length with round ends.
        all.move(to: place)
        all.line(to: place)
        pieces.append((step, SVGPath(from: place, to: place)))
        last = place
        continue
      }
      // What nobody could see is not drawn.
      guard max((place.x - before.x).magnitude, (place.y - before.y).magnitude) >= 0.6 else {
        continue
      }
      all.line(to: place)
      if pieces.last?.step == step {
        pieces[pieces.count - 1].path.line(to: place)
      } else {
        pieces.append((step, SVGPath(from: before, to: place)))
      }
      last = place
    }
    svg.line("<path class=\"casing\" d=\"\(all.data)\"/>")
    svg.line("<g class=\"track\">")
    for piece in pieces {
      let stroke = piece.step.map(ColorScale.color) ?? "#7a7a7a"
      svg.line("<path stroke=\"\(stroke)\" d=\"\(piece.path.data)\"/>")
    }
    svg.line("</g>")
  }

  private func drawEnds(to svg: inout SVG) {
    guard let first = samples.first, let last = samples.last else { return }
    svg.circle(at: point(first), radius: 6, style: "start")
    svg.circle(at: point(last), radius: 5, style: "end")
  }

  /// Marks where fixes should not be trusted, but none closer than 8 pixels to the one before.
  private func drawWarnings(to svg: inout SVG) {
    var last: (x: Double, y: Double, warnings: FixWarnings)?
    for sample in samples where !sample.warnings.isEmpty {
      let place = projection.point(latitude: sample.latitude, longitude: sample.longitude)
      if let last, last.warnings == sample.warnings,
        max((place.x - last.x).magnitude, (place.y - last.y).magnitude) < 8
      {
        continue
      }
      last = (place.x, place.y, sample.warnings)
      let names = sample.warnings.list.map(\.name).joined(separator: ", ")
      svg.circle(at: place, radius: 7, style: "warning", title: names)
    }
  }

  private func drawWarningLegend(x: Double, y: Double, to svg: inout SVG) {
    guard samples.contains(where: { !$0.warnings.isEmpty }) else { return }
    svg.circle(at: (x, y - 4), radius: 6, style: "warning")
    svg.words("warning", x: x + 12, y: y, style: "label")
  }

  // MARK: Legend

  private func drawLegend(to svg: inout SVG) {
    let y = frame.bottom + 22
    drawScaleBar(y: y, to: &svg)
    let middle = frame.x + frame.width * 0.42
    svg.circle(at: (middle, y - 4), radius: 6, style: "start")
    svg.words("start", x: middle + 12, y: y, style: "label")
    svg.circle(at: (middle + 62, y - 4), radius: 5, style: "end")
    svg.words("end", x: middle + 73, y: y, style: "label")
    drawWarningLegend(x: middle + 116, y: y, to: &svg)
    let title = color.panel?.title(in: units) ?? "Time in each place"
    if let ends = density?.ends {
      drawScale(title, ends, DensityLayer.color, y: y, to: &svg)
    } else if let range = scale?.range {
      let decimals = PlotNumber.decimals(range.upperBound - range.lowerBound)
      let ends = (
        PlotNumber.text(range.lowerBound, decimals: decimals),
        PlotNumber.text(range.upperBound, decimals: decimals)
      )
      drawScale(title, ends, ColorScale.color, y: y, to: &svg)
    } else {
      svg.words("\(title): not known", x: frame.right, y: y, style: "label", anchor: .end)
    }
  }

  private func drawScale(
    _ title: String, _ ends: (low: String, high: String), _ color: (Int) -> String, y: Double,
    to svg: inout SVG
  ) {
    // Room for a duration such as "12 min 30 s" beside it.
    let room = 40 + Double(max(0, max(ends.low.count, ends.high.count) - 5)) * 6
    let width = 256 - room
    let left = frame.right - width - room
    svg.line("<g shape-rendering=\"crispEdges\">")
    for step in 0..<ColorScale.steps {
      let cell = width / Double(ColorScale.steps)
      let box = PlotFrame(
        x: left + Double(step) * cell, y: y - 11, width: cell, height: 12)
      svg.line("<rect fill=\"\(color(step))\" \(box.attributes)/>")
    }
    svg.line("</g>")
    svg.words(title, x: left - room, y: y, style: "label", anchor: .end)
    svg.words(ends.low, x: left - 6, y: y, style: "label", anchor: .end)
    svg.words(ends.high, x: left + width + 6, y: y, style: "label")
  }

  private func drawScaleBar(y: Double, to svg: inout SVG) {
    let longest = projection.metersPerPixel * 220
    let unit = units.unit(for: longest)
    let nice = NiceSteps.below(longest / unit.size)
    let width = nice * unit.size / projection.metersPerPixel
    let x = frame.x
    svg.line(
      "<path class=\"bar\" d=\"M\(n(x + 0.5)) \(n(y - 9))V\(n(y - 1))H\(n(x + width))V\(n(y - 9))\"/>"
    )
    let text = "\(PlotNumber.text(nice, decimals: 2)) \(unit.name)"
    svg.words(text, x: x + width + 10, y: y, style: "label")
  }
}
