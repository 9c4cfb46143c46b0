// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import ReceiverRecording
import TrackFiles

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
    name: [.long, .customLong("format")], "format",
    "The format. (default: by the extension of --output)")
  var to: TrackFormat?

  @Option(
    name: .shortAndLong, "file|folder",
    "The file to create, or a folder for a file of each input. (default: standard output)")
  var output: String?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup(title: "Which fixes") var filters: TrackFilterOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let format = try TrackFormat.chosen(to, output: output, by: "convert")
    let files = try recordings.files(ending: ConversionPlan.suffixes)
    let plan = try ConversionPlan(files, output: output, suffix: format.rawValue)
    let input = TrackInput(checksums: recordings.checksums, referenceDate: dates.referenceDate)
    let settings = TrackExport.Settings(
      format: format, filter: try filters.filter(), tolerance: filters.simplify,
      isOverwriting: force)
    let progress = ProgressBar(of: files, isAlone: plan.steps.allSatisfy { $0.output != "-" })
    try reportOnEach(plan.steps, inTurn: files.contains(where: isStream), progress) {
      try Self.convert($0, input, settings, progress, &$1)
    }
  }

  private static func convert(
    _ step: ConversionPlan.Step, _ input: TrackInput, _ settings: TrackExport.Settings,
    _ progress: ProgressBar, _ report: inout LogReport
  ) throws {
    let name = ConversionPlan.name(of: step.inputs.count == 1 ? step.inputs[0] : step.output)
    let export = try TrackExport(name.wellFormed, to: step.output, settings)
    var unreadable: [Failure] = []
    for file in step.inputs {
      do {
        if let failure = try input.read(file, progress, export.receive) {
          unreadable.append(failure)
        }
      } catch let failure as Failure where export.failure == nil {
        unreadable.append(failure)
      }
    }
    let written = try export.finish()
    report.complaints = written ?? []
    for failure in unreadable { report.add(failure) }
    guard written == nil, unreadable.isEmpty || export.conversion.received > 0 else { return }
    let (reason, advice) =
      export.emptiness
      ?? ("no fix in it", "run \"gps check\" on it to see what the receiver sent")
    let files = step.inputs.map(\.fileName).joined(separator: ", ")
    throw Failure("cannot convert \(files): \(reason); \(advice)", EX_DATAERR)
  }
}
