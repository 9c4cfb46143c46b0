// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import LinuxSystem
import NMEA0183

struct RecordingOptions: ParsableArguments {
  @Argument(help: .value("files", "Recordings, or folders of them; \"-\" is standard input."))
  private var arguments: [String]

  @OptionGroup private var options: ChecksumOptions

  /// The files, with those of each folder in the order of their names; a folder without recordings remains.
  var files: [String] {
    arguments.flatMap { path in
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = Folder.names(in: path).filter(ConversionPlan.isRecording).sorted()
      return names.isEmpty ? [path] : names.map { folder + $0 }
    }
  }

  var checksums: SentenceFramer.ChecksumPolicy { options.policy }
}

struct ChecksumOptions: ParsableArguments {
  @Flag(help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  var policy: SentenceFramer.ChecksumPolicy { allowMissingChecksums ? .optional : .required }
}

struct DateOptions: ParsableArguments {
  @Option(
    "yyyy-mm-dd",
    "A day before the recording was made: earlier dates are moved forward by 1024 weeks.")
  var referenceDate: CivilDate?
}

extension CivilDate: FormedArgument {
  static let form = "a day, such as 2025-06-15"

  init?(text argument: String) { self.init(description: argument) }
}
