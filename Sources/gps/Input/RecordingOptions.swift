// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import NMEA0183

struct RecordingOptions: ParsableArguments {
  @Argument(help: .value("files", "Recordings, or folders of them; \"-\" is standard input."))
  private var arguments: [String]

  @OptionGroup private var options: ChecksumOptions

  /// Returns the files, with those of each folder in the order of their names.
  ///
  /// - Parameter suffixes: the extensions of files that a folder stands for, which may be followed by `.gz`.
  func files(ending suffixes: [String] = ConversionPlan.recordings) throws -> [String] {
    try arguments.flatMap { path in
      guard fileStatus(path)?.kind == S_IFDIR else { return [path] }
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = Folder.names(in: path).filter { name in
        let name = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
        return suffixes.contains(where: name.hasSuffix)
      }
      if names.isEmpty {
        throw Failure(
          "cannot read \(path): it is a directory without a name that ends with "
            + "\(suffixes.joined(separator: " or ")); name the files in it", EX_NOINPUT)
      }
      return names.sorted().map { folder + $0 }
    }
  }

  var checksums: SentenceFramer.ChecksumPolicy { options.policy }
}

struct ChecksumOptions: ParsableArguments {
  @Flag(help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  var policy: SentenceFramer.ChecksumPolicy { allowMissingChecksums ? .optional : .required }
}
