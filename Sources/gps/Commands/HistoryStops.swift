// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import EarthData
import GNSS
import GPSTool
import LocationGeometry
import LocationJSON

struct HistoryStops: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stops",
    abstract: "List the stops of the track: when, where, how long.",
    discussion: """
      A stop is five minutes within 75 m; see docs/history.md. One that lies only partly in the time is listed as a \
      whole.

      gps history stops --near 47.5437,9.6833,200 --json
      """)

  @OptionGroup var options: TrackPartOptions

  func run() throws {
    let answer = try options.read()
    let towns = TownFile.towns()
    let rows = answer.parts.compactMap { part -> (JSONMembers, [String])? in
      guard case .stop(let stop) = part else { return nil }
      let place = towns?.town(around: stop.latitude, stop.longitude)?.name
      let members: JSONMembers = [
        "start": stop.start.iso8601, "end": stop.end.iso8601,
        "duration": (stop.end - stop.start).rounded(decimals: 3),
        "latitude": stop.latitude.rounded(decimals: 7),
        "longitude": stop.longitude.rounded(decimals: 7), "place": place,
      ]
      let cells = [
        answer.text(stop.start), answer.text(stop.end), (stop.end - stop.start).clock,
        "\(stop.latitude.rounded(decimals: 5))", "\(stop.longitude.rounded(decimals: 5))",
        place ?? "",
      ]
      return (members, cells)
    }
    try answer.print(
      rows,
      [
        .init("start, \(answer.zoneName)", 30), .init("end", 30), .init("duration", 12),
        .init("latitude", 12), .init("longitude", 12), .init("place", 40),
      ], named: "stop")
  }
}
