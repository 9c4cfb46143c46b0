// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import TrackFiles

/// The text of a picture in Scalable Vector Graphics; numbers are rounded to a tenth of a pixel.
struct SVG {
  private(set) var text = ""

  /// Appends text as it is, and ends the line.
  mutating func line(_ markup: String) {
    text += markup
    text += "\n"
  }

  mutating func words(
    _ words: String, x: Double, y: Double, style: String, anchor: Anchor = .start
  ) {
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    line(
      "<text class=\"\(style)\" x=\"\(n(x))\" y=\"\(n(y))\"\(anchor)>\(words.escapedForXML)</text>")
  }

  /// The position of text relative to its coordinates.
  enum Anchor: String {
    case start, middle, end
  }

  mutating func line(
    from start: PlotPoint, to end: PlotPoint, style: String
  ) {
    line(
      "<line class=\"\(style)\" x1=\"\(n(start.x))\" y1=\"\(n(start.y))\" x2=\"\(n(end.x))\" "
        + "y2=\"\(n(end.y))\"/>")
  }

  /// - Parameter title: what a browser shows for it, as it is.
  mutating func circle(
    at center: PlotPoint, radius: Double, style: String, title: String? = nil
  ) {
    let end = title.map { "><title>\($0)</title></circle>" } ?? "/>"
    line(
      "<circle class=\"\(style)\" cx=\"\(n(center.x))\" cy=\"\(n(center.y))\" r=\"\(n(radius))\"\(end)"
    )
  }

  mutating func rectangle(_ frame: PlotFrame, style: String) {
    line("<rect class=\"\(style)\" \(frame.attributes)/>")
  }
}

/// A place in a picture, in pixels from its upper left corner.
typealias PlotPoint = (x: Double, y: Double)

func n(_ value: Double) -> String { String(value, decimals: 1) }

/// A box of a picture, in pixels from its upper left corner.
struct PlotFrame: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }

  var attributes: String {
    "x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\""
  }

  func overlaps(_ other: PlotFrame) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(_ point: PlotPoint) -> Bool {
    point.x >= x && point.x <= right && point.y >= y && point.y <= bottom
  }
}

struct SVGPath {
  private(set) var data = ""

  init() {}

  init(from start: PlotPoint, to end: PlotPoint) {
    move(to: start)
    line(to: end)
  }

  mutating func move(to point: PlotPoint) {
    data += "M\(n(point.x)) \(n(point.y))"
  }

  mutating func line(to point: PlotPoint) {
    data += "L\(n(point.x)) \(n(point.y))"
  }

  mutating func close() { data += "Z" }
}
