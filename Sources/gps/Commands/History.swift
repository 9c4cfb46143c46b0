// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import TrackFiles
import TrackStore

/// `gps history`: answers questions about a stored track.
///
/// It has no options, which the parser would also look for behind the names of its subcommands.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keep a track; list its trips, stops and totals.",
    discussion: """
      gps history record
      gps history stats --by month
      gps history --from 2025-06-15 --until 2025-06-15 --output sunday.gpx

      Without the name of a subcommand, the track is written to a file: "gps history --to gpx" is "gps history \
      export --to gpx".
      """,
    subcommands: [
      HistoryWrite.self, HistoryTrips.self, HistoryStops.self, HistoryStats.self,
      HistoryImport.self, HistoryRecord.self,
    ],
    defaultSubcommand: HistoryWrite.self)
}

/// How far a stored track has been read, by the times of its fixes.
private final class StoreProgress {
  private let bar: ProgressBar
  /// Seconds since 1970.
  private var last: Int?

  init(of store: PositionStore, _ filter: TrackFilter, isAlone: Bool) {
    let first = try? store.neighbors(of: filter.start ?? 0) { _ in true }.after
    let end = try? store.neighbors(of: filter.end ?? .max) { _ in true }.before
    last = first.flatMap(Self.seconds)
    let size = last.flatMap { first in end.flatMap(Self.seconds).map { $0 - first } }
    bar = ProgressBar(size: size, isAlone: isAlone)
  }

  func reached(_ fix: Fix) {
    guard let time = Self.seconds(fix), let last, time > last else { return }
    bar.advance(by: time - last)
    self.last = time
  }

  func clear() { bar.clear() }

  private static func seconds(_ fix: Fix) -> Int? {
    fix.time?.nanosecondsSince1970.map { Int($0 / 1_000_000_000) }
  }
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
    let filter = settings.filter
    var damage: StoreError?
    let progress = StoreProgress(of: store, filter, isAlone: output ?? "-" != "-")
    do {
      try store.track(TrackQuery(start: filter.start, end: filter.end, circle: filter.circle)) {
        try export.receive(.event(.fix($0)))
        progress.reached($0)
      }
    } catch let error as StoreError where export.conversion.written > 0 {
      // The track before the damage is still written.
      damage = error
    }
    progress.clear()
    guard let lines = try export.finish() else {
      let limits = TrackLimits(
        time: filter.start != nil || filter.end != nil, place: filter.circle != nil)
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
