// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import EarthData
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import LocationGeometry
import LocationJSON
import TrackStore

struct Geotag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geotag",
    abstract: "Write into photos where they were taken.",
    discussion: """
      The place comes from the stored track; see "gps history". Requires exiftool. The original of each photo is kept as NAME_original. A photo that was taken outside of the \
      track's trips and stops is left alone.

      gps geotag --dry-run *.jpg
      gps geotag --offset 7237 *.jpg
      """)

  @OptionGroup var file: StoreFileOption

  @Option(
    parsing: .unconditional,
    help: .value(
      "s",
      """
      How far the camera's clock is ahead of UTC, seconds: 7237 if it is 37 s fast and set to UTC+2. (default: auto: \
      what the photo says, else the time zone of this machine)
      """))
  var offset: ClockOffset?

  @Flag(help: "Only print where the photos were taken.")
  var dryRun = false

  @Argument(help: "The photos.")
  var photos: [String]

  func run() throws {
    let store = try file.track(to: "place photos by")
    var seen: Set<String> = []
    let exiftool = try ExifTool(endingBy: Interruption.awaited().descriptor)
    let photos = photos.filter { seen.insert($0).inserted }
    // A bar for some photos would be gone before it is seen.
    let size = photos.count < 20 ? nil : photos.count * (dryRun ? 1 : 2)
    let run = GeotagRun(
      store: store, exiftool: exiftool, ahead: offset?.seconds, isDry: dryRun,
      progress: ProgressBar(size: size, isAlone: true))
    guard try run.run(photos) else {
      throw ExitCode(EX_DATAERR)
    }
  }
}

/// How far a clock is ahead of UTC: `auto` or seconds.
struct ClockOffset: FormedArgument {
  static let form = "seconds, such as 7237, or auto"

  /// `nil` for `auto`.
  let seconds: Double?

  init?(text argument: String) {
    seconds = Double(argument)
    // A century: a camera whose battery was empty begins anew.
    guard argument == "auto" || seconds.map({ $0.magnitude < 3.2e9 }) == true else { return nil }
  }
}

/// A run of `gps geotag`: finds out where photos were taken, writes it into them, and verifies it.
struct GeotagRun {
  let store: PositionStore
  let exiftool: ExifTool
  /// How far the camera's clock is ahead of UTC, seconds; `nil` for what each photo says.
  let ahead: Double?
  let isDry: Bool
  let towns = TownFile.towns()
  /// Of reading photos, and, unless it is dry, of writing them.
  let progress: ProgressBar

  /// So that progress shows, although starting exiftool takes longer than reading a photo.
  private static let photosAtOnce = 50

  private struct Placed {
    let photo: PhotoFile
    let position: PhotoPosition
    let reason: String
  }

  /// - Returns: whether all photos were placed.
  func run(_ photos: [String]) throws -> Bool {
    var output = StandardOutput()
    var (count, isInterrupted) = (0, false)
    do {
      let placed = try self.placed(photos)
      for batch in PhotoWriter.batches(placed, size: \.photo.size) {
        let written = try isDry ? Array(batch) : write(batch)
        if !isDry {
          progress.advance(by: batch.count)
          progress.clear()
        }
        for photo in written { try output.line(line(photo)) }
        try output.flush()
        count += written.count
      }
    } catch is Interruption.Interrupted {
      isInterrupted = true
    }
    progress.clear()
    let counts = "\(count) of \(counted(photos.count, "photo"))"
    complain(
      (isInterrupted ? "interrupted: " : "")
        + (isDry ? "would place \(counts)" : "placed \(counts)")
        + (isDry || count == 0 ? "" : "; the originals are kept as NAME\(PhotoWriter.suffix)"))
    if isInterrupted { throw ExitCode(128 + SIGINT) }
    return count == photos.count
  }

  /// Finds out where photos were taken, and reports those of which that is not known.
  private func placed(_ names: [String]) throws -> [Placed] {
    let readable = names.compactMap { name in
      do throws(Failure) {
        return try PhotoFile(name)
      } catch {
        complain(error.description)
        return nil
      }
    }
    var dates: [ExifTool.Answer] = []
    for start in stride(from: 0, to: readable.count, by: Self.photosAtOnce) {
      let part = readable[start..<min(readable.count, start + Self.photosAtOnce)]
      dates += try exiftool.run(
        part.map {
          .init(
            options: ["-j"] + PhotoTime.tags.map { "-\($0)" }, file: $0.name,
            limit: ExifTool.limit(bytes: $0.size))
        })
      progress.advance(by: part.count)
    }
    progress.clear()
    return try zip(readable, dates).compactMap(place)
  }

  private func place(_ photo: PhotoFile, _ answer: ExifTool.Answer) throws -> Placed? {
    guard let tags = answer.tags, tags["Error"] == nil else {
      let reason = answer.tags?["Error"]?.string ?? answer.complaint ?? "exiftool cannot read it"
      complain("cannot place \(photo.name): \(reason); is it a photo?")
      return nil
    }
    guard let time = PhotoTime(tags) else {
      complain(
        "cannot place \(photo.name): it does not say when it was taken; set its DateTimeOriginal")
      return nil
    }
    let moment = time.moment(ahead: ahead)
    let (before, after) = try store.neighbors(of: moment.time) {
      TripFix($0)?.isUsable ?? false
    }
    let taken = FixTime(nanosecondsSince1970: moment.time)
    if let before, let after, let fix = Fix(at: moment.time, between: before, and: after) {
      return Placed(
        photo: photo, position: PhotoPosition(fix: fix),
        reason: "\(String(taken)) by \(moment.reason)")
    }
    let gap =
      switch (before, after) {
      case (nil, nil): "the track is empty"
      case (nil, let after?): "the track begins at \(Self.time(of: after))"
      case (let before?, nil): "the track ends at \(Self.time(of: before))"
      case (let before?, let after?):
        "the track has a gap from \(Self.time(of: before)) to \(Self.time(of: after))"
      }
    complain(
      "cannot place \(photo.name): it was taken at \(String(taken)) by \(moment.reason), and \(gap); check --offset"
    )
    return nil
  }

  private static func time(of fix: Fix) -> String { fix.time.map { String($0) } ?? "" }

  private func write(_ placed: ArraySlice<Placed>) throws -> [Placed] {
    let problems = try PhotoWriter(exiftool: exiftool)
      .write(placed.map { ($0.photo, $0.position) })
    return zip(placed, problems).compactMap { photo, problem in
      guard let problem else { return photo }
      complain(problem)
      return nil
    }
  }

  private func line(_ photo: Placed) -> String {
    let fix = photo.position.fix
    let town = towns?.town(around: fix.latitude, fix.longitude).map { ", " + $0.name } ?? ""
    return printable("\(photo.photo.name): \(photo.position.text)\(town), taken \(photo.reason)")
  }
}
