// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem

struct Geotag: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write into photos where they were taken, according to the stored track.",
    discussion: """
      Needs exiftool. The original of each photo is kept as NAME_original. A photo that was taken outside of the \
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
    let run = GeotagRun(
      store: store, exiftool: exiftool, ahead: offset?.seconds, isDry: dryRun)
    guard try run.run(photos.filter { seen.insert($0).inserted }) else {
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
