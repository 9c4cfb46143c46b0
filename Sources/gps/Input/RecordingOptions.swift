// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import NMEA0183

/// The options of every command that reads recordings.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "Recordings of what a receiver sent; \"-\" is standard input.")
  var files: [String]

  @OptionGroup private var options: ChecksumOptions

  /// The treatment of sentences without a checksum that was chosen.
  var checksums: SentenceFramer.ChecksumPolicy { options.policy }
}

/// The treatment of sentences without a checksum.
struct ChecksumOptions: ParsableArguments {
  @Flag(name: .customLong("allow-missing-checksums"), help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  /// The treatment that was chosen.
  var policy: SentenceFramer.ChecksumPolicy { allowMissingChecksums ? .optional : .required }
}

/// The option of commands that date fixes.
struct DateOptions: ParsableArguments {
  @Option(
    name: .customLong("reference-date"),
    help: ArgumentHelp(
      "A day before the recording was made: earlier dates are moved forward by 1024 weeks.",
      valueName: "yyyy-mm-dd"))
  var referenceDay: DayArgument?

  /// That day; with `nil`, every date is accepted as it is.
  var referenceDate: CivilDate? { referenceDay?.date }
}
