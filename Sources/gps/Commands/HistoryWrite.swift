// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser

  /// `gps history export`: writes a stored track to a file.
  struct HistoryWrite: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write the track as GPX, GeoJSON, KML, CSV, NMEA 0183 or JSON.",
      discussion: """
        "gps history record", "gps history import" and "gps publish --keep" store the track. A file appears only when \
        it is complete, and existing files are not overwritten.

        gps history --from 2025-06-15 --until 2025-06-15 --output sunday.gpx
        gps history --near 47.5437,9.6833,200 --to csv
        """)

    @OptionGroup var file: StoreFileOption

    @Option(help: .value("format", "The format. (default: by the extension of --output)"))
    var to: TrackFormat?

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
      let settings = TrackExport.Settings(
        format: try TrackFormat.chosen(to, output: output, by: "history"),
        filter: try filters.filter(), tolerance: filters.simplify, isOverwriting: force)
      let path = try file.store ?? StoreFile.usual()
      try HistoryExport(settings: settings, circle: near?.circle).run(path, to: output ?? "-")
    }
  }
#endif
