// Core Location for Linux. SPDX-License-Identifier: MIT

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
