// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import RecordingWriter

/// When a recording continues in a new file, and which files are kept.
struct RotationOptions: ParsableArguments {
  @Option(
    "bytes",
    "Start a new file before one exceeds this size, such as 10M; k, M and G are powers of 1024.")
  var rotateSize: ByteCount?

  @Flag(help: "Start a new file every hour, UTC.")
  var rotateHourly = false

  @Option(
    help: .value(
      "bytes|days",
      "Delete the oldest files when the recording exceeds this size, such as 2GB, or age, such as 30d."
    ))
  var keep: RecordingRetention?

  func retention() throws -> RecordingRetention {
    guard let keep else { return .everything }
    guard rotateSize != nil || rotateHourly else {
      throw Failure.usage("--keep alone", "--rotate-hourly or --rotate-size too")
    }
    return keep
  }

  func rotation(of file: String) throws -> RecordingRotation {
    if rotateSize == nil, !rotateHourly { return .never }
    if file == "-" {
      throw Failure.usage("\(rotateHourly ? "--rotate-hourly" : "--rotate-size") with -", "a file")
    }
    guard let size = rotateSize else { return .hourly }
    if rotateHourly { throw Failure.usage("--rotate-size with --rotate-hourly", "one of them") }
    guard ByteCount.files.contains(size.bytes) else {
      throw Failure.usage("--rotate-size", "64k to 1024G")
    }
    return .size(size.bytes)
  }
}

extension RecordingRetention: FormedArgument {
  static let form = "a size or a time, such as 2GB, 30d or 12h"

  init?(text argument: String) {
    let units: [Character: Int64] = ["d": 86_400, "h": 3600]
    if let unit = argument.last.flatMap({ units[$0] }) {
      guard let number = Int64(argument.dropLast()), (1...1_000_000).contains(number) else {
        return nil
      }
      self = .seconds(number * unit)
    } else {
      guard let count = ByteCount(argument: argument), count.bytes > 0 else { return nil }
      self = .bytes(count.bytes)
    }
  }
}
