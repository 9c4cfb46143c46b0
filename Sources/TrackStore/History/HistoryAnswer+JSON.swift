// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
package import LocationJSON

extension HistoryAnswer {
  /// The answer as the page receives it.
  package func set(in object: inout JSONObject, _ question: HistoryQuestion) {
    object.set("from", isoTime: question.start)
    object.set("until", isoTime: question.end)
    object.set("distance", distance, decimals: 1)
    object.set("moving", moving, decimals: 0)
    object.set("days", days)
    object.set("topSpeed", topSpeed, decimals: 2)
    if let line { object.set("track", json: line.json) }
    if let grid { object.set("cells", grid.set) }
    if question.drawing == .density, grid == nil { object.set("cells", json: Array("null".utf8)) }
    object.set("groups", groups) { group, object in
      object.set("from", isoTime: group.start)
      object.set("until", isoTime: group.end)
      object.set("distance", group.distance, decimals: 1)
    }
  }
}

extension BoundedLine {
  /// `[longitude, latitude, time, speed]` for each point, with `null` for each gap.
  fileprivate var json: [UInt8] {
    var bytes = Array("[".utf8)
    for (index, segment) in segments.enumerated() {
      if index > 0 { bytes.append(",null") }
      for (number, point) in segment.enumerated() {
        bytes.append(index == 0 && number == 0 ? "[" : ",[")
        bytes.append(point.longitude, decimals: 6)
        bytes.append(",")
        bytes.append(point.latitude, decimals: 6)
        bytes.append(",")
        bytes.append(point.time, decimals: 0)
        if let speed = point.speed {
          bytes.append(",")
          bytes.append(speed, decimals: 2)
        }
        bytes.append("]")
      }
    }
    bytes.append("]")
    return bytes
  }
}

extension DensityGrid {
  fileprivate func set(in object: inout JSONObject) {
    object.set("latitude", latitude, decimals: 7)
    object.set("longitude", longitude, decimals: 7)
    object.set("rows", rows)
    object.set("columns", columns)
    var step = Array("[".utf8)
    step.append(height, decimals: 9)
    step.append(",")
    step.append(width, decimals: 9)
    step.append("]")
    object.set("step", json: step)
    var cells = Array("[".utf8)
    for row in 0..<rows {
      for column in 0..<columns where seconds[row * columns + column] > 0 {
        cells.append(cells.count == 1 ? "[" : ",[")
        cells.append("\(row),\(column),")
        cells.append(seconds[row * columns + column], decimals: 1)
        cells.append("]")
      }
    }
    cells.append("]")
    object.set("seconds", json: cells)
  }
}

extension JSONObject {
  /// Sets an instant in seconds since 1970, to the millisecond; sets nothing if that is beyond ``FixTime``.
  fileprivate mutating func set(_ name: StaticString, isoTime time: Double) {
    guard let milliseconds = Int64(exactly: (time * 1000).rounded()),
      case (let nanoseconds, false) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    else { return }
    set(name, String(FixTime(nanosecondsSince1970: nanoseconds)))
  }
}
