// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser
  import LinuxSystem
  import ReceiverSimulator

  /// `gps history`: exports a stored track.
  struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the stored track as GPX, GeoJSON, KML, CSV, NMEA 0183 or JSON.",
      discussion: """
        "gps history record" and "gps publish --keep" store the track. A file appears only when it is complete, and \
        existing files are not overwritten.

        gps history --from 2025-06-15T00:00:00Z --to 2025-06-16T00:00:00Z --to gpx --output sunday.gpx
        gps history --near 47.5437,9.6833,200 --to csv
        """,
      subcommands: [HistoryRecord.self])

    @OptionGroup var file: StoreFileOption

    @Option(
      help: ArgumentHelp(
        "The format. With a time, a second --to leaves out fixes after it.",
        valueName: "gpx|geojson|kml|csv|nmea|json"))
    var to: [ConversionEnd] = []

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Only fixes within this circle.", valueName: "latitude,longitude,m"))
    var near: CircleArgument?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file to create. (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    @OptionGroup(title: "Which fixes") var filters: TrackFilterOptions

    func run() throws {
      let (format, end) = try to.formatAndTime(of: "history")
      let filter = try filters.filter(to: end)
      let path = try file.store ?? StoreFile.usual()
      try HistoryExport(
        format: format, filter: filter, tolerance: filters.simplify, circle: near?.circle
      )
      .run(path, to: output ?? "-", isOverwriting: force)
    }
  }
#endif
