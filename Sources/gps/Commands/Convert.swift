// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import TrackFiles

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert recordings and GPX files to other formats.",
    discussion: """
      The formats are GPX, GeoJSON, KML, CSV, NMEA 0183, JSON, and the columns of GPSLogger. A segment ends where the \
      fix was lost. Several files become one track. A file appears only when it is complete, and existing files are \
      not overwritten.

      gps convert drive.nmea.gz --output drive.gpx
      gps convert logs/ --output all.gpx --from "2025-06-15 08:00" --until 2025-06-16
      gps convert logs/*.nmea.gz --to kml --output tracks/ --simplify 2
      gps convert drive.nmea.gz --to gpslogger --output drive.csv --near 47.5437,9.6833,5000
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
    let plan = try ConversionPlan(files, output: output, suffix: format.suffix)
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

struct ConversionPlan {
  /// The input files of an output file; `-` is standard input or output.
  struct Step: Sendable {
    let inputs: [String]
    let output: String
  }

  let steps: [Step]

  /// - Parameter output: a file, a directory, or `-`; `nil` is standard output.
  init(_ inputs: [String], output: String?, suffix: String) throws {
    guard let output, output != "-", Self.isDirectory(output) || output.hasSuffix("/") else {
      guard inputs.count == 1 || output ?? "-" != "-" else {
        throw Failure(
          "several files need a folder: add --output tracks/, or --output all.gpx to merge them",
          EX_USAGE)
      }
      steps = [Step(inputs: inputs, output: output ?? "-")]
      return
    }
    guard Self.isDirectory(output) else {
      throw Failure("cannot write to \(output): no such directory; create it", EX_IOERR)
    }
    let folder = output.hasSuffix("/") ? output : output + "/"
    steps = inputs.map { Step(inputs: [$0], output: folder + Self.name(of: $0) + "." + suffix) }
    var inputOf: [String: String] = [:]
    for step in steps {
      let input = step.inputs[0]
      if let other = inputOf.updateValue(input, forKey: step.output) {
        throw Failure(
          "cannot convert \(other) and \(input) together: both would become \(step.output); convert them one at a "
            + "time", EX_USAGE)
      }
    }
  }

  private static func isDirectory(_ path: String) -> Bool { fileStatus(path)?.kind == S_IFDIR }

  /// The extensions of recordings.
  static let recordings = [".nmea", ".log", ".txt", ".ubx"]
  /// Those of tracks as well.
  static let suffixes = recordings + [".gpx"]

  /// Returns a file's name without its directory and its format's extensions.
  static func name(of path: String) -> String {
    guard path != "-" else { return "track" }
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for suffix in [".gz"] + suffixes where name.hasSuffix(suffix) {
      if name.utf8.count > suffix.utf8.count { name.removeLast(suffix.count) }
    }
    return name
  }
}

extension String {
  /// The text with scalars that stand for bytes other than UTF-8 replaced by U+FFFD.
  var wellFormed: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value > 0x10_FEFF ? "\u{FFFD}" : $0 }))
  }
}
