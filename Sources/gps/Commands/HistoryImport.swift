// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
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

/// A run of `gps history import`: adds the fixes of files to a track, some thousand at once.
final class ImportRun {
  /// Opens the store, once there is something to add.
  private let open: () throws -> PositionStore
  private var store: PositionStore?
  private let progress: ProgressBar
  private let interruption: CInt
  private var held: [Fix] = []
  private var (found, added) = (0, 0)

  init(
    of files: [String], endingBy interruption: CInt,
    into open: @escaping () throws -> PositionStore
  ) {
    (self.open, self.interruption) = (open, interruption)
    progress = ProgressBar(of: files, isAlone: true)
  }

  /// Imports a file, and reports what was added and left out; returns why it could not be read to its end, if so.
  func run(_ file: String) throws -> Failure? {
    (found, added) = (0, 0)
    var reading = ImportReading(file, progress, endingBy: interruption)
    var failure: Failure?
    var isInterrupted = false
    do {
      failure = try reading.run(receive)
    } catch let error as Failure {
      failure = error
    } catch is Interruption.Interrupted {
      isInterrupted = true
    }
    try storeFixes()
    progress.clear()
    report(file, reading)
    if isInterrupted {
      complain(
        "cannot import \(file.fileName) to its end: interrupted; import it again to add the rest")
      throw ExitCode(128 + SIGINT)
    }
    if failure == nil, found == 0 {
      failure = Failure(
        "cannot import \(file.fileName): it has no fix with a time and a place", EX_DATAERR)
    }
    return failure
  }

  private func receive(_ fix: Fix) throws {
    found += 1
    held.append(fix)
    if held.count >= 5000 { try storeFixes() }
  }

  private func storeFixes() throws {
    guard !held.isEmpty else { return }
    let store = try self.store ?? open()
    self.store = store
    added += try store.append([], track: held)
    held.removeAll(keepingCapacity: true)
  }

  private func report(_ file: String, _ reading: ImportReading) {
    guard let name = reading.formatName, found > 0 else { return }
    let known = found - added
    complain(
      "imported \(counted(added, "fix", "fixes")) from \(file.fileName) (\(name))"
        + (known > 0 ? "; " + counted(known, "more was", "more were") + " there already" : ""))
    for (reason, count) in reading.leftOut.counts {
      complain("left out \(count) \(reason)")
    }
  }
}
