// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// A `.rec` file of OwnTracks' recorder: the time of arrival, a kind and a message in each line, with tabs between them.
struct OwnTracksRecording: LineImporter {
  static let name = "OwnTracks"

  var lines = ImportedLines()
  private(set) var leftOut = LeftOut()

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    let fields = head.prefix { $0 != 0x0A }.split(
      separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
    return fields.count == 3 && FixTime(withZone: String(decoding: fields[0], as: UTF8.self)) != nil
  }

  mutating func fix(in line: ArraySlice<UInt8>) -> Fix? {
    let fields = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, let message = JSONValue(object: fields[2]) else {
      leftOut.add(LeftOut.malformed)
      return nil
    }
    // Others say that a region was entered, or that the connection was lost.
    guard message["_type"]?.string == "location" else { return nil }
    let fix = Fix(
      at: FixTime(secondsSince1970: message["tst"]?.measure),
      latitude: message["lat"]?.measure, longitude: message["lon"]?.measure,
      accuracy: message["acc"]?.measure, vertical: message["vac"]?.number, &leftOut)
    guard var fix else { return nil }
    fix.altitude = message.number("alt", in: -12_000...100_000)
    fix.speed = message.number("vel", in: 0...100_000).map { $0 / 3.6 }
    fix.course = message.angle("cog")
    return fix
  }
}
