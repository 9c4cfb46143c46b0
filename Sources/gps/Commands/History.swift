// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

/// `gps history`: answers questions about a stored track.
///
/// It has no options, which the parser would also look for behind the names of its subcommands.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the trips and stops of the stored track, export it, or add to it.",
    discussion: """
      Without the name of a subcommand, the track is written to a file: "gps history --to gpx" is "gps history \
      export --to gpx".
      """,
    subcommands: [
      HistoryWrite.self, HistoryTrips.self, HistoryStops.self, HistoryStats.self,
      HistoryImport.self, HistoryRecord.self,
    ],
    defaultSubcommand: HistoryWrite.self)
}
