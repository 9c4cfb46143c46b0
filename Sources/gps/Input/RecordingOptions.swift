// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import NMEA0183

/// What every command that reads recordings can be told.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "Recordings of what a receiver sent; \"-\" is standard input.")
  var files: [String]

  @OptionGroup private var options: ChecksumOptions

  /// What becomes of sentences without a checksum.
  var checksums: SentenceFramer.ChecksumPolicy { options.policy }
}

/// What is done with sentences without a checksum.
struct ChecksumOptions: ParsableArguments {
  @Flag(name: .customLong("allow-missing-checksums"), help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  /// What becomes of them.
  var policy: SentenceFramer.ChecksumPolicy { allowMissingChecksums ? .optional : .required }
}

/// What the commands that date fixes can be told besides.
struct DateOptions: ParsableArguments {
  @Option(
    name: .customLong("reference-date"),
    help: ArgumentHelp(
      "A day before the recording was made; earlier dates are moved forward by 1024 weeks.",
      valueName: "yyyy-mm-dd"))
  var referenceDay: DayArgument?

  /// That day; `nil` believes every date.
  var referenceDate: CivilDate? { referenceDay?.date }
}
