// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import LinuxSystem
import TrackFiles
import TrackStore

struct HistoryImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add files to the track: GPX, recordings, Google's Timeline, OwnTracks.",
    discussion: """
      Reads GPX, recordings of receivers, Timeline.json of Google's phones, Records.json of Google's Takeout, .rec \
      files of OwnTracks, and JSON and CSV of gps; gzip files are read directly. A fix whose time is already in the \
      track is left out, so importing twice changes nothing.

      gps history import Timeline.json walks/*.gpx old.nmea.gz
      """)

  @OptionGroup var file: StoreFileOption

  @Argument(help: .value("files", "The files; \"-\" is standard input."))
  var files: [String]

  func run() throws {
    let store = file.store
    let interruption = try Interruption.awaited().descriptor
    let importing = ImportRun(of: files, endingBy: interruption) {
      try PositionStore(path: try store ?? StoreFile.usualForWriting())
    }
    try forEachLog(files) { file, _ in
      if let failure = try importing.run(file) { throw failure }
    }
  }
}
