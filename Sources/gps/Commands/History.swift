// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LocationGeometry
import TrackFiles
import TrackStore

/// `gps history`: answers questions about a stored track.
///
/// It has no options, which the parser would also look for behind the names of its subcommands.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the trips and stops of the stored track, export it, or add to it.",
    discussion: """
      Without the name of a subcommand, the track is written to a file: "gps history --to gpx" is "gps history \
      export --to gpx".
      """,
    subcommands: [
      HistoryWrite.self, HistoryTrips.self, HistoryStops.self, HistoryStats.self,
      HistoryImport.self, HistoryRecord.self,
    ],
    defaultSubcommand: HistoryWrite.self)
}

struct HistoryWrite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the track as GPX, GeoJSON, KML, CSV, NMEA 0183 or JSON.",
    discussion: """
      "gps history record", "gps history import" and "gps publish --keep" store the track. A file appears only when \
      it is complete, and existing files are not overwritten.

      gps history --from 2025-06-15 --until 2025-06-15 --output sunday.gpx
      gps history --near 47.5437,9.6833,200 --to csv
      """)

  @OptionGroup var file: StoreFileOption

  @Option(
    name: [.long, .customLong("format")], "format",
    "The format. (default: by the extension of --output)")
  var to: TrackFormat?

  @Option(parsing: .unconditional, "latitude,longitude,m", "Only fixes within this circle.")
  var near: Circle?

  @Option(name: .shortAndLong, "file", "The file to create. (default: standard output)")
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup(title: "Which fixes") var filters: TrackFilterOptions

  func run() throws {
    let settings = TrackExport.Settings(
      format: try TrackFormat.chosen(to, output: output, by: "history"),
      filter: try filters.filter(), tolerance: filters.simplify, isOverwriting: force)
    let store = try PositionStore(reading: try file.existing())
    let export = try TrackExport("track", to: output ?? "-", settings)
    let (filter, circle) = (settings.filter, near)
    var damage: StoreError?
    do {
      try store.track(TrackQuery(start: filter.start, end: filter.end, circle: circle)) {
        try export.receive(.event(.fix($0)))
      }
    } catch let error as StoreError where export.conversion.written > 0 {
      // The track before the damage is still written.
      damage = error
    }
    guard let lines = try export.finish() else {
      let limits = TrackLimits(
        time: filter.start != nil || filter.end != nil, place: circle != nil)
      let (reason, advice) =
        try export.emptiness
        ?? (store.hasTrack
          ? ("its track has no fix\(limits.words)", "check \(limits.options)")
          : ("it has no track", "run \"gps history record\""))
      throw Failure("cannot write a track from \(store.path): \(reason); \(advice)", EX_DATAERR)
    }
    for line in lines { complain(line) }
    if let damage { throw damage }
  }
}
