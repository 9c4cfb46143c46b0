// Core Location for Linux. SPDX-License-Identifier: MIT

struct SVGPath {
  private(set) var data = ""

  init() {}

  init(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    move(to: start)
    line(to: end)
  }

  mutating func move(to point: (x: Double, y: Double)) {
    data += "M\(n(point.x)) \(n(point.y))"
  }

  mutating func line(to point: (x: Double, y: Double)) {
    data += "L\(n(point.x)) \(n(point.y))"
  }

  mutating func close() { data += "Z" }
}
