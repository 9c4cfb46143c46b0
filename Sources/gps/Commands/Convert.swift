// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert recordings and GPX files to GPX, GeoJSON, KML, CSV, NMEA 0183 or JSON.",
    discussion: """
      A segment ends where the fix was lost. A file appears only when it is complete, and existing files are not \
      overwritten.

      gps convert drive.nmea.gz --output drive.gpx
      gps convert logs/ --output all.gpx --from "2025-06-15 08:00" --until 2025-06-16
      gps convert logs/*.nmea.gz --to kml --output tracks/ --simplify 2
      gps convert walk.gpx --to nmea | gps replay -
      """)

  @OptionGroup var recordings: RecordingOptions

  @Option(
    name: [.long, .customLong("format")],
    help: .value("format", "The format. (default: by the extension of --output)"))
  var to: TrackFormat?

  @Option(
    name: .shortAndLong,
    help: .value(
      "file|folder",
      "The file to create, or a folder for a file of each input. (default: standard output)"))
  var output: String?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup(title: "Which fixes") var filters: TrackFilterOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let format = try TrackFormat.chosen(to, output: output, by: "convert")
    let files = recordings.files
    let plan = try ConversionPlan(files, output: output, suffix: format.rawValue)
    let converting = Converting(
      input: TrackInput(checksums: recordings.checksums, referenceDate: dates.referenceDate),
      settings: TrackExport.Settings(
        format: format, filter: try filters.filter(), tolerance: filters.simplify,
        isOverwriting: force))
    let progress = ProgressBar(of: files, isAlone: plan.steps.allSatisfy { $0.output != "-" })
    try reportOnEach(plan.steps, inTurn: files.contains(where: isStream), progress) {
      try converting.convert($0, progress, &$1)
    }
  }
}
