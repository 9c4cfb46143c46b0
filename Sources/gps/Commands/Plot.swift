// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import TrackFiles

struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the track of a recording or GPX file.",
    discussion: """
      The picture has a map and profiles. Its format follows the name: SVG, which browsers show and print, or PNG, for which rsvg-convert must be \
      installed. The same input always gives the same SVG.

      gps plot drive.nmea.gz --output drive.png
      gps plot drive.nmea.gz --panel map --color accuracy --output map.svg
      """)

  @Argument(help: "Recordings or GPX files of one track; \"-\" is standard input.")
  var files: [String]

  @Option(
    name: .shortAndLong, "file",
    "The file to create, which ends with .svg or .png. (default: SVG on standard output)")
  var output: String?

  @Option(
    "map,altitude,speed,accuracy,satellites",
    "What to draw, from top to bottom. (default: everything the file contains)")
  var panel: CommaList<PlotPanel>?

  @Option(
    help: .value(
      "color",
      "What the color of the track shows: speed, accuracy, or density, the time spent in each place. (default: speed; density for more than 8 days)"
    ))
  var color: PlotColor?

  @Option("file", "Draw the map tiles of this MBTiles file. (default: none; towns are named)")
  var tiles: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var units: UnitOptions

  @OptionGroup var checksums: ChecksumOptions

  @OptionGroup var dates: DateOptions

  func run() throws {
    let ground =
      try tiles.map { MapGround(tiles: try OfflineTiles($0)) } ?? MapGround(towns: TownFile.towns())
    let converter = try PictureFormat(output: output ?? "-").converter()
    let target = try TrackFile(output ?? "-", isOverwriting: force)
    let (track, unreadable) = try readTrack()
    guard track.count > 0 else {
      throw unreadable
        ?? Failure(
          "cannot plot \(name): no fix in it; run \"gps check\" on it to see what the "
            + "receiver sent", EX_DATAERR)
    }
    let plot = TrackPlot(
      name: title.wellFormed, track: track,
      panels: panel?.elements ?? track.panels, color: color ?? track.usualColor,
      units: try units.chosen(),
      ground: ground)
    let missing = plot.missing.map(\.rawValue)
    guard missing.count < plot.panels.count else {
      throw Failure(
        "cannot plot \(name): it has no \(missing.joined(separator: ", ")); try --panel map",
        EX_DATAERR)
    }
    if let tiles, !plot.hasTiles {
      complain("\(printable(tiles)) has no tiles of this area")
    }
    var text = TrackText(laneCount: 1)
    text.lanes[0] = Array(plot.svg.utf8)
    if let converter {
      let interruption = try Interruption.awaited().descriptor
      text.lanes[0] = try converter.png(of: text.lanes[0], endingBy: interruption)
    }
    try target.drain(&text, joins: true)
    try target.finish()
    if panel != nil, !missing.isEmpty {
      complain("left out \(missing.joined(separator: ", ")): not in \(name)")
    }
    if let unreadable { throw unreadable }
  }

  private func readTrack() throws -> (PlotTrack, Failure?) {
    let input = TrackInput(checksums: checksums.policy, referenceDate: dates.referenceDate)
    let progress = ProgressBar(of: files, isAlone: output ?? "-" != "-")
    defer { progress.clear() }
    var track = PlotTrack()
    var segmenter = TrackSegmenter()
    var unreadable: Failure?
    var leftOut: [String] = []
    for file in files {
      let failure = try input.read(file, progress) {
        switch $0 {
        case .event(.fix(let fix)): track.append(fix, beginsSegment: segmenter.begins(with: fix))
        case .event(.fixLost): segmenter.lost()
        case .event, .document: break
        case .leftOut(let line): leftOut.append(line)
        case .point(let fix, let begins): track.append(fix, beginsSegment: begins)
        }
      }
      unreadable = unreadable ?? failure
    }
    progress.clear()
    for line in leftOut { complain(line) }
    return (track, unreadable)
  }

  private var name: String { files.map(\.fileName).joined(separator: ", ") }

  private var title: String {
    let first = ConversionPlan.name(of: files[0])
    return files.count == 1 ? first : "\(first) and \(files.count - 1) more"
  }
}
