// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc

/// How long a track was where: cells of a map, in place of a line that would cover itself.
///
/// Time passes evenly on the way from one place to the next; what was in a gap is unknown.
struct DensityLayer {
  /// The size of a cell, pixels.
  static let cell = 4.0
  /// After more seconds than this without a fix, nobody knows where the time was spent.
  private static let longestGap = 3600.0
  /// The most parts in which the way between two fixes is divided: twice the cells of a map.
  private static let mostParts = 1000

  private let frame: PlotFrame
  private let columns: Int
  /// Seconds, by row and column from the upper left corner.
  private let seconds: [Int: Double]
  /// The decimal logarithms of the shortest and the longest times, without the extreme percentiles: months at home would
  /// make everything else look alike.
  private let scale: ColorScale

  /// - Returns: `nil` for a track without times.
  init?(_ samples: [PlotSample], _ projection: MapProjection) {
    frame = projection.frame
    columns = Int((frame.width / Self.cell).rounded(.up))
    var found: [Int: Double] = [:]
    for (last, sample) in zip(samples, samples.dropFirst()) where !sample.beginsSegment {
      let time = sample.seconds - last.seconds
      guard time > 0, time <= Self.longestGap else { continue }
      let start = projection.point(latitude: last.latitude, longitude: last.longitude)
      let end = projection.point(latitude: sample.latitude, longitude: sample.longitude)
      let way = max((end.x - start.x).magnitude, (end.y - start.y).magnitude) / Self.cell
      let parts = way < Double(Self.mostParts) / 2 ? 2 * Int(way.rounded(.up)) + 1 : Self.mostParts
      for part in 0..<parts {
        let share = (Double(part) + 0.5) / Double(parts)
        let place = (
          x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share
        )
        guard frame.contains(place) else { continue }
        let row = Int((place.y - frame.y) / Self.cell)
        found[row * columns + Int((place.x - frame.x) / Self.cell), default: 0] +=
          time / Double(parts)
      }
    }
    let times = found.values.sorted()
    guard !times.isEmpty else { return nil }
    seconds = found
    let (low, high) = (times[times.count / 100], times[times.count - 1 - times.count / 100])
    scale = ColorScale(range: log10(low)...log10(high))
  }

  /// The ends of the scale, for people.
  var ends: (low: String, high: String) {
    (
      durationText(pow(10, scale.range.lowerBound), units: 1),
      durationText(pow(10, scale.range.upperBound), units: 1)
    )
  }

  /// Returns the color of a step of the scale: much time is dark.
  static func color(_ step: Int) -> String { ColorScale.color(ColorScale.steps - 1 - step) }

  /// Draws the cells, with those beside each other that look the same as one box.
  func draw(to svg: inout SVG) {
    svg.line("<g shape-rendering=\"crispEdges\">")
    var run: (index: Int, count: Int, step: Int)?
    func flush() {
      guard let run else { return }
      let box = PlotFrame(
        x: frame.x + Double(run.index % columns) * Self.cell,
        y: frame.y + Double(run.index / columns) * Self.cell,
        width: Double(run.count) * Self.cell, height: Self.cell)
      svg.line("<rect fill=\"\(Self.color(run.step))\" \(box.attributes)/>")
    }
    for (index, time) in seconds.sorted(by: { $0.key < $1.key }) {
      let step = scale.step(of: log10(time))
      if let last = run, last.step == step, last.index + last.count == index, index % columns > 0 {
        run?.count += 1
      } else {
        flush()
        run = (index, 1, step)
      }
    }
    flush()
    svg.line("</g>")
  }
}
