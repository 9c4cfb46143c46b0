// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// Fixes as JSON, an object per line, as `gps watch`, `gps convert` and `gps publish file:` write them.
struct JSONLinesImporter: LineImporter {
  static let name = "JSON of gps"

  var lines = ImportedLines()
  private(set) var leftOut = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    ["timestamp", "timeOfDay", "device"].contains(JSONReader.firstName(in: head) ?? "")
  }

  mutating func fix(in line: ArraySlice<UInt8>) -> Fix? {
    guard let value = JSONValue(object: line) else {
      leftOut.add(LeftOut.malformed)
      return nil
    }
    guard let fix = Fix(json: value) else {
      leftOut.add(LeftOut.noPlace)
      return nil
    }
    return fix.canBeKept(&leftOut) ? fix : nil
  }
}
