// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import LocationGeometry
import LocationJSON

struct HistoryStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Sum up the track by days: how far, how long under way, how long at stops.",
    discussion: """
      A day without a trip or a stop has no row. Time about which the track says nothing counts as neither.

      gps history stats --from 2025-06-01 --until 2025-06-30 --timezone local
      """)

  @OptionGroup var options: TrackPartOptions

  func run() throws {
    let answer = try options.read()
    var totals = DailyTotals(answer.calendar, in: answer.range)
    for part in answer.parts { totals.add(part) }
    try answer.print(
      totals.days.map { day in
        (
          [
            "day": day.date.description, "distance": day.distance.rounded(decimals: 1),
            "moving": day.moving.rounded(decimals: 3),
            "stopped": day.stopped.rounded(decimals: 3),
          ],
          [
            day.date.description, day.distance.length, day.moving.clock, day.stopped.clock,
          ]
        )
      },
      [
        .init("day, \(answer.zoneName)", 30), .init("distance", 12), .init("moving", 12),
        .init("stopped", 12),
      ], named: "trip or stop")
  }
}
