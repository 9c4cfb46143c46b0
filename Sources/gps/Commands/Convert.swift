// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import LinuxSystem
import ReceiverRecording
import ReceiverSimulator

/// `gps convert`: converts recordings to tracks for other programs.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert recordings and GPX files to GPX, GeoJSON, KML, CSV, NMEA 0183 or JSON.",
    discussion: """
      A segment ends where the fix was lost. A file appears only when it is complete, and existing files are not \
      overwritten.

      gps convert drive.nmea.gz --to gpx --output drive.gpx
      gps convert logs/*.nmea.gz --to kml --output tracks/ --simplify 2
      gps convert walk.gpx --to nmea | gps replay -
      """)

  @OptionGroup var recordings: RecordingOptions

  @Option(
    help: ArgumentHelp(
      "The format. With a time, a second --to leaves out fixes after it.",
      valueName: "gpx|geojson|kml|csv|nmea|json"))
  var to: [ConversionEnd] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to create, or a folder with a file for each input. (default: standard output)",
      valueName: "file|folder"))
  var output: String?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup(title: "Which fixes") var filters: TrackFilterOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let (format, end) = try to.formatAndTime(of: "convert")
    let plan = try ConversionPlan(recordings.files, output: output, suffix: format.rawValue)
    let converting = Converting(
      input: TrackInput(checksums: recordings.checksums, referenceDate: dates.referenceDate),
      format: format, filter: try filters.filter(to: end), tolerance: filters.simplify,
      isOverwriting: force)
    let progress = SharedProgress(
      of: recordings.files, isAlone: plan.steps.allSatisfy { $0.output != "-" })
    let exitCode = Mutex(CInt(0))
    let outputs = Dictionary(
      plan.steps.map { ($0.input, $0.output) }, uniquingKeysWith: { first, _ in first })
    try forEachLog(
      recordings.files,
      make: { file in converting.convert(file, to: outputs[file] ?? "-", progress) },
      deliver: { result in
        progress.clear()
        for line in result.lines { complain(line) }
        if let code = result.exitCode {
          exitCode.withLock { if $0 == 0 { $0 = code } }
        }
      })
    let code = exitCode.withLock { $0 }
    if code != 0 { throw ExitCode(code) }
  }
}
