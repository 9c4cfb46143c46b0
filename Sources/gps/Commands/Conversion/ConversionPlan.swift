// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

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
          "several files need a place: add --output tracks/ for a file of each, or --output all.gpx to merge them",
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
