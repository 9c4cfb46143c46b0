// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPage

/// The change of a value along the track.
struct ProfilePanel {
  let panel: PlotPanel
  let samples: [PlotSample]
  let axis: PlotAxis
  let units: UnitSystem
  let frame: PlotFrame
  /// The values at the lower and upper edges of the frame.
  private let range: ClosedRange<Double>
  private let step: Double
  private let extremes: ClosedRange<Double>

  /// The pitch of profiles in pixels: heading, frame, gap.
  static let height = 132.0
  private static let heading = 24.0
  /// The width of a digit of a label, and the space beside the frame, pixels.
  private static let digitWidth = 7.0
  private static let room = 24.0

  /// - Returns: `nil` if the value is unknown for all samples.
  init?(
    _ panel: PlotPanel, _ samples: [PlotSample], _ axis: PlotAxis, in units: UnitSystem,
    x: Double, y: Double, width: Double
  ) {
    let values = samples.compactMap { panel.value($0, in: units) }
    guard let low = values.min(), let high = values.max() else { return nil }
    (self.panel, self.samples, self.axis, self.units) = (panel, samples, axis, units)
    extremes = low...high
    let typical = Self.typical(values)
    let bottom = panel.beginsAtZero ? min(typical.lowerBound, 0) : typical.lowerBound
    let least = panel == .altitude ? 1 : 0.01
    step = max(
      NiceSteps.decimal(max(typical.upperBound - bottom, least), most: 4),
      panel == .satellites ? 1 : 0)
    let first = (bottom / step).rounded(.down) * step
    // The curve never runs along the upper edge.
    let top = ((typical.upperBound + 0.05 * step) / step).rounded(.up) * step
    range = first...max(top, first + step)
    frame = PlotFrame(
      x: x, y: y + Self.heading, width: width, height: Self.height - Self.heading - 12)
  }

  /// Returns the range of the medians of three values in a row: a single outlier does not flatten the curve.
  private static func typical(_ values: [Double]) -> ClosedRange<Double> {
    let last = values.count - 1
    let medians = values.indices.map { index in
      guard last >= 4 else { return values[index] }
      // At the ends, the third value is extrapolated from the next two (Tukey).
      let near =
        switch index {
        case 0: [values[0], values[1], 3 * values[1] - 2 * values[2]]
        case last: [values[last], values[last - 1], 3 * values[last - 1] - 2 * values[last - 2]]
        default: Array(values[index - 1...index + 1])
        }
      return near.sorted()[1]
    }
    return (medians.min() ?? 0)...(medians.max() ?? 0)
  }

  func draw(to svg: inout SVG) {
    svg.words(panel.title(in: units), x: frame.x, y: frame.y - 8, style: "heading")
    let decimals =
      panel == .satellites || extremes.upperBound >= 100
      ? 0 : extremes.upperBound < 1 && panel != .altitude ? 2 : 1
    let (low, high) = (extremes.lowerBound, extremes.upperBound)
    let ends = [low, high].map { PlotNumber.text($0, decimals: decimals) }
    svg.words(
      ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])", x: frame.right, y: frame.y - 8,
      style: "label", anchor: .end)
    svg.rectangle(frame, style: "ground")
    for mark in NiceSteps.marks(in: range, step: step) {
      let y = self.y(mark)
      svg.line(from: (frame.x, y), to: (frame.right, y), style: "grid")
      svg.words(
        PlotNumber.text(mark, decimals: 3), x: frame.x - 6, y: y + 4, style: "label", anchor: .end)
    }
    for mark in axis.marks {
      let x = self.x(mark.value)
      svg.line(from: (x, frame.y), to: (x, frame.bottom), style: "grid")
    }
    drawCurve(to: &svg)
  }

  /// Labels the marks of the axis, below the last profile.
  func drawMarks(to svg: inout SVG) {
    for mark in axis.marks {
      let x = self.x(mark.value)
      svg.line(from: (x, frame.bottom), to: (x, frame.bottom + 5), style: "tick")
      // A label that would reach beyond the picture ends, or begins, at its mark.
      let half = Double(mark.text.count) * Self.digitWidth / 2
      let anchor: SVG.Anchor =
        x + half > frame.right + Self.room
        ? .end : x - half < frame.x - Self.room ? .start : .middle
      svg.words(mark.text, x: x, y: frame.bottom + 19, style: "label", anchor: anchor)
    }
  }

  private func x(_ value: Double) -> Double {
    let part = (value - axis.range.lowerBound) / (axis.range.upperBound - axis.range.lowerBound)
    return frame.x + part * frame.width
  }

  private func y(_ value: Double) -> Double {
    let value = min(max(value, range.lowerBound), range.upperBound)
    return frame.bottom - (value - range.lowerBound) / (range.upperBound - range.lowerBound)
      * frame.height
  }

  /// Draws each stretch of the curve without a gap, and the area below it.
  private func drawCurve(to svg: inout SVG) {
    var (line, area) = (SVGPath(), SVGPath())
    for run in runs() {
      line.move(to: run[0])
      area.move(to: (run[0].x, frame.bottom))
      area.line(to: run[0])
      for point in run.dropFirst() {
        line.line(to: point)
        area.line(to: point)
      }
      // A single value is a dot.
      if run.count == 1 { line.line(to: run[0]) }
      area.line(to: (run[run.count - 1].x, frame.bottom))
      area.close()
    }
    svg.line("<path class=\"area\" d=\"\(area.data)\"/>")
    svg.line("<path class=\"curve\" d=\"\(line.data)\"/>")
  }

  /// Returns the points of each stretch: the lowest and the highest value of each column of pixels, in order.
  private func runs() -> [[PlotPoint]] {
    var runs: [[PlotPoint]] = []
    var column: [PlotPoint] = []
    func flush() {
      guard let low = column.min(by: { $0.y < $1.y }), let high = column.max(by: { $0.y < $1.y })
      else { return }
      let ends = low.x <= high.x ? [low, high] : [high, low]
      runs[runs.count - 1] += column.count == 1 || low.y == high.y ? [column[0]] : ends
      column = []
    }
    var isBroken = true
    var number = 0.0
    for sample in samples {
      guard let value = panel.value(sample, in: units) else {
        flush()
        isBroken = true
        continue
      }
      let point = (x: x(axis.value(sample)), y: y(value))
      if isBroken || sample.beginsSegment {
        flush()
        runs.append([])
        isBroken = false
      } else if point.x.rounded(.down) != number {
        flush()
      }
      number = point.x.rounded(.down)
      column.append(point)
    }
    flush()
    return runs.filter { !$0.isEmpty }
  }
}
