// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import EarthData
import GNSS
import GPSTool
import LinuxSystem
import LocationGeometry

struct HistoryTrips: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trips",
    abstract: "List the trips of the track: when, from where to where, how far.",
    discussion: """
      A trip is the track between two stops; see "gps history stops". One that lies only partly in the time is \
      listed as a whole.

      gps history trips --from 2025-06-15 --until 2025-06-15 --timezone Europe/Berlin
      """)

  @OptionGroup var options: TrackPartOptions

  func run() throws {
    let answer = try options.read()
    let towns = TownFile.towns()
    let rows = answer.parts.compactMap { part -> (JSONMembers, [String])? in
      guard case .trip(let trip) = part else { return nil }
      let (start, end) = (trip.start, trip.end)
      let from = towns?.town(around: start.latitude, start.longitude)?.name
      let to = towns?.town(around: end.latitude, end.longitude)?.name
      let members: JSONMembers = [
        "start": start.time.iso8601, "end": end.time.iso8601,
        "duration": (end.time - start.time).rounded(decimals: 3),
        "distance": trip.distance.rounded(decimals: 1),
        "averageSpeed": trip.averageSpeed?.rounded(decimals: 2),
        "maximumSpeed": trip.maximumSpeed?.rounded(decimals: 2),
        "startLatitude": start.latitude.rounded(decimals: 7),
        "startLongitude": start.longitude.rounded(decimals: 7), "startPlace": from,
        "endLatitude": end.latitude.rounded(decimals: 7),
        "endLongitude": end.longitude.rounded(decimals: 7), "endPlace": to,
      ]
      let average = trip.averageSpeed.map(answer.units.speed) ?? ""
      let cells = [
        answer.text(start.time), answer.text(end.time), (end.time - start.time).clock,
        answer.units.distance(trip.distance), average, from ?? "", to ?? "",
      ]
      return (members, cells)
    }
    try answer.print(
      rows,
      [
        .init("start, \(answer.zoneName)", 30), .init("end", 30), .init("duration", 12),
        .init("distance", 12), .init("average", 12), .init("from", 30), .init("to", 30),
      ], named: "trip")
  }
}

struct HistoryStops: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stops",
    abstract: "List the stops of the track: when, where, how long.",
    discussion: """
      A stop is five minutes within 75 m; see \(Documents.path("history")). One that lies only partly in the time is listed as a \
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

struct HistoryStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Sum up the track: distance, time under way and at stops, top speed.",
    discussion: """
      A day, week, month or year without a trip or a stop has no row; weeks are named after their Mondays. Gaps in the \
      track count neither as under way nor as stops.

      gps history stats --by month --timezone local
      gps history stats --from 2025-06-01 --until 2025-06-30 --units nautical
      """)

  @Option(help: "The period of a row.")
  var by = TotalsPeriod.day

  @OptionGroup var options: TrackPartOptions

  func run() throws {
    let answer = try options.read()
    var totals = DailyTotals(answer.calendar, in: answer.range)
    for part in answer.parts { totals.add(part) }
    let rows = TrackTotals.sums(of: totals.days, by: by).map { sum -> (JSONMembers, [String]) in
      let members: JSONMembers = [
        by.rawValue: sum.period, "distance": sum.distance.rounded(decimals: 1),
        "moving": sum.moving.rounded(decimals: 3), "stopped": sum.stopped.rounded(decimals: 3),
        "maximumSpeed": sum.maximumSpeed?.rounded(decimals: 2),
      ]
      let cells = [
        sum.period, answer.units.distance(sum.distance), sum.moving.clock, sum.stopped.clock,
        sum.maximumSpeed.map(answer.units.speed) ?? "",
      ]
      return (members, cells)
    }
    try answer.print(
      rows,
      [
        .init("\(by.rawValue), \(answer.zoneName)", 30), .init("distance", 12),
        .init("under way", 12), .init("at stops", 12), .init("top speed", 12),
      ], named: "trip or stop")
  }
}
