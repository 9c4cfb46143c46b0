// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps convert`, and what other programs read from its tracks.
@Suite struct ConvertTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  static let recordings = [
    "cold-start", "drive-10hz", "harbour-walk", "outage", "week-rollover", "year-end",
  ]

  private func recording(_ name: String) -> String {
    Repository.path("Fixtures/recordings/\(name).nmea")
  }

  /// Returns the number of fixes in a recording, according to the file beside it.
  private func fixes(_ name: String) throws -> Int {
    try Repository.text("Fixtures/recordings/\(name).jsonl").split(separator: "\n").count
  }

  /// Converts a recording to a file in the scratch folder, and returns its path.
  private func converted(_ name: String, _ format: String) throws -> String {
    let path = "\(scratch.path)/\(name).\(format)"
    let run = try Tool.run(["convert", recording(name), "--to", format, "--output", path])
    #expect(run.exitCode == 0)
    expectComplaint(run, "wrote \(path): \(try fixes(name)) fixes in ")
    return path
  }

  /// Runs a Python script on a file, and returns the lines that it prints.
  private func python(_ module: String, _ script: String, _ file: String) throws -> [String] {
    let python = try #require(ProgramOfOthers.python(with: module))
    let run = try RunningTool([python, "-c", script, file]).finish()
    #expect(run.exitCode == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
    return run.lines
  }

  @Test func writesTheColumnsOfGPSLogger() throws {
    let path = scratch.path + "/walk.csv"
    let run = try Tool.run(["convert", recording("harbour-walk"), "--to", "gpslogger", "-o", path])
    #expect(run.exitCode == 0)
    let rows = try scratch.text("walk.csv").split(separator: "\r\n")
    #expect(rows.first?.hasPrefix("time,lat,lon,elevation,accuracy,bearing,speed,") == true)
    #expect(rows.count == 1 + (try fixes("harbour-walk")))
  }

  /// The walk leads 250 m to the north; what is farther than 50 m from its first place is cut off.
  @Test func cutsATrackByPlace() throws {
    let run = try Tool.run([
      "convert", recording("harbour-walk"), "--to", "json", "--near", "-33.8597,151.2131,50",
    ])
    #expect(run.exitCode == 0)
    let latitudes = try run.objects.compactMap { $0["latitude"] as? Double }
    // 50 m are 0.00045 degrees.
    #expect(!latitudes.isEmpty && latitudes.count < 144)
    #expect(latitudes.allSatisfy { $0 < -33.8597 + 0.000_46 })
    let none = try Tool.run([
      "convert", recording("harbour-walk"), "--to", "json", "--near", "0,0,50",
    ])
    expectFailure(none, 65, "a larger place")
  }

  // MARK: Other programs

  @Test(
    .enabled(if: ProgramOfOthers.python(with: "gpxpy") != nil, "gpxpy is not installed"),
    arguments: recordings)
  func gpxpyReadsTheGPX(name: String) throws {
    let printed = try python(
      "gpxpy",
      """
      import sys, gpxpy
      track = gpxpy.parse(open(sys.argv[1])).tracks[0]
      points = [point for segment in track.segments for point in segment.points]
      print(len(points), len(track.segments), points[0].type_of_gpx_fix, points[0].elevation)
      """, try converted(name, "gpx"))
    #expect(printed.first?.hasPrefix("\(try fixes(name)) ") == true)
    if name == "outage" { #expect(printed == ["33 3 3d 1146.3"]) }
  }

  @Test(
    .enabled(if: ProgramOfOthers.path("gpsbabel") != nil, "gpsbabel is not installed"),
    arguments: recordings, ["gpx", "kml"])
  func gpsbabelReadsTheTrack(name: String, format: String) throws {
    let run = try RunningTool([
      try #require(ProgramOfOthers.path("gpsbabel")), "-t", "-i", format, "-f",
      try converted(name, format), "-o", "unicsv", "-F", "-",
    ]).finish()
    #expect(run.exitCode == 0)
    #expect(run.output.count { $0 == 0x0A } == (try fixes(name)) + 1)
  }

  @Test(
    .enabled(if: ProgramOfOthers.path("xmllint") != nil, "xmllint is not installed"),
    arguments: recordings, ["gpx", "kml"])
  func isXML(name: String, format: String) throws {
    let run = try RunningTool([
      try #require(ProgramOfOthers.path("xmllint")), "--noout", try converted(name, format),
    ]).finish()
    #expect(run.exitCode == 0)
  }

  @Test(
    .enabled(
      if: ProgramOfOthers.kmlSchema != nil && ProgramOfOthers.path("xmllint") != nil,
      "the schema of fastkml 1.4, or xmllint, is not installed"),
    arguments: recordings)
  func writesKMLThatMatchesItsSchema(name: String) throws {
    let run = try RunningTool([
      try #require(ProgramOfOthers.path("xmllint")), "--nonet", "--noout", "--schema",
      try #require(ProgramOfOthers.kmlSchema), try converted(name, "kml"),
    ]).finish()
    #expect(run.exitCode == 0, "\(String(decoding: run.complaints, as: UTF8.self))")
  }

  @Test(
    .enabled(if: ProgramOfOthers.python(with: "geojson") != nil, "geojson is not installed"),
    arguments: recordings)
  func geojsonFindsItValid(name: String) throws {
    let printed = try python(
      "geojson",
      """
      import sys, geojson
      track = geojson.load(open(sys.argv[1]))
      counts = [len(feature.geometry.coordinates) for feature in track.features]
      times = [len(f.properties["coordinateProperties"]["times"]) for f in track.features]
      print(track.is_valid, counts == times, sum(counts))
      """, try converted(name, "geojson"))
    // The track that crosses the antimeridian has two more positions there.
    let cuts = name == "year-end" ? 2 : 0
    #expect(printed == ["True True \(try fixes(name) + cuts)"])
  }

  @Test(
    .enabled(if: ProgramOfOthers.python(with: "csv") != nil, "python3 is not installed"),
    arguments: recordings)
  func pythonReadsTheCSV(name: String) throws {
    let printed = try python(
      "csv",
      """
      import sys, csv
      rows = list(csv.DictReader(open(sys.argv[1], newline="")))
      print(len(rows), {len(row) for row in rows}, all(float(row["latitude_deg"]) for row in rows))
      """, try converted(name, "csv"))
    #expect(printed == ["\(try fixes(name)) {23} True"])
  }

  // MARK: Reading tracks back

  /// One bad point does not cost the track.
  @Test func leavesOutAndCountsThePointsThatCannotBeUsed() throws {
    func point(_ place: String, _ time: String) -> String {
      "<trkpt \(place)><time>\(time)</time></trkpt>\n"
    }
    let segments = [
      point("lat=\"47.1\" lon=\"9.1\"", "2025-13-01T00:00:00Z")
        + point("lat=\"47.1\" lon=\"9.2\"", "2025-06-15T12:00:00Z"),
      point("lat=\"147\" lon=\"9.3\"", "2025-06-15T12:00:01Z")
        + point("lat=\"47.1\" lon=\"9.4\"", "2025-06-15T12:00:02Z"),
    ]
    let track = segments.map { "<trkseg>\($0)</trkseg>" }.joined()
    let file = try scratch.file("in/walk.gpx", "<gpx><trk>\(track)</trk></gpx>")
    let output = scratch.path + "/walk.csv"
    let run = try Tool.run(["convert", file, "--output", output])
    #expect(run.exitCode == 0)
    #expect(
      run.complaintLines == [
        "gps: wrote \(output): 2 fixes in 2 segments",
        "gps: left out 1 point of \(file) with an unreadable time: the time \"2025-13-01T00:00:00Z\" in line 1 "
          + "is not like 2025-06-15T12:00:00Z",
        "gps: left out 1 point of \(file) without a place on Earth",
      ])
    let longitudes = try scratch.text("walk.csv").split(whereSeparator: \.isNewline).dropFirst()
    #expect(longitudes.count == 2)
    #expect(longitudes.allSatisfy { $0.contains("9.2") || $0.contains("9.4") })
    let plot = try Tool.run(["plot", file, "--output", scratch.path + "/walk.svg"])
    #expect(plot.exitCode == 0 && plot.complaintLines.count == 2)
  }

  /// Numbers are rounded to the receiver's precision; nothing else that GPX can hold is lost.
  @Test(arguments: recordings)
  func aTrackComesBackAsGPX(name: String) throws {
    let gpx = try converted(name, "gpx")
    let again = try Tool.run(["convert", gpx, "--to", "gpx"])
    #expect(again.exitCode == 0)
    #expect(again.output == Array(try Data(contentsOf: URL(filePath: gpx))))
  }

  @Test(arguments: recordings)
  func aTrackCanBeReplayed(name: String) throws {
    let run = try Tool.shell(
      "\"$gps\" convert \"$1\" --to nmea | \"$gps\" replay --json -", try converted(name, "gpx"))
    #expect(run.complaints.isEmpty)
    let (objects, expected) = (
      try run.objects,
      try Tool.run(["replay", "--json", recording(name)]).objects
    )
    #expect(objects.count == expected.count)
    for (object, other) in zip(objects, expected) {
      #expect(object["timestamp"] as? String == other["timestamp"] as? String)
      for member in ["latitude", "longitude"] {
        let (value, otherValue) = (object[member] as? Double, other[member] as? Double)
        #expect(abs((value ?? 0) - (otherValue ?? 1)) < 1e-8)
      }
      #expect(object["satellitesUsed"] as? Int == other["satellitesUsed"] as? Int)
    }
  }

  @Test func segmentsSurviveAsNMEA() throws {
    let run = try Tool.shell(
      "\"$gps\" convert \"$1\" --to nmea | \"$gps\" convert - --to gpx", recording("outage"))
    #expect(run.lines.count { $0 == "<trkseg>" } == 3)
  }

  /// Names, waypoints and routes beside the track are kept.
  @Test func aTrackKeepsItsNeighbors() throws {
    let parts = [
      #"<wpt lat="47.5" lon="9.25"><ele>396.5</ele><name>Pier &lt;2&gt;</name><sym>Anchor</sym></wpt>"#,
      #"<rte>"#, "<name>To the &lt;pier&gt;</name>",
      #"<rtept lat="1.5" lon="2.5"><name>A</name></rtept>"#,
      #"<rtept lat="1.75" lon="2.5"></rtept>"#, #"</rte>"#, "<trk>", "<name>My &amp; yours</name>",
    ]
    let point = #"<trkpt lat="3" lon="4"><time>2025-06-15T12:00:00Z</time></trkpt>"#
    let text =
      "<gpx>" + parts.joined(separator: "\n") + "<trkseg>" + point + "</trkseg></trk></gpx>"
    let run = try Tool.run(["convert", try scratch.file("a.gpx", text), "--to", "gpx"])
    #expect(run.exitCode == 0)
    #expect(Array(run.lines.dropFirst(2).prefix(parts.count)) == parts)
  }

  // MARK: Selecting fixes

  @Test(
    arguments: [
      ("by time", ["--from", "2025-06-15T06:30:10Z", "--until", "2025-06-15T08:30:12+02:00"], 3),
      ("one in ten seconds", ["--every", "10s"], 15),
      ("by distance, of 286 m", ["--min-distance", "100"], 3),
      ("nearly straight", ["--simplify", "50"], 2),
    ] as [(String, [String], Int)])
  func writesTheSelectedFixes(why: String, options: [String], count: Int) throws {
    let walk = recording("harbour-walk")
    let run = try Tool.run(["convert", walk, "--to", "csv"] + options)
    // Lines end with CR LF, which Swift takes for one character.
    #expect(run.output.count { $0 == 0x0A } == count + 1, "\(why)")
  }

  @Test func writesOnlyWhatIsAccurateEnough() throws {
    // A dilution of 1 makes 5.4 m, and one of 2 twice as much.
    let sentences = (0..<10).map { second in
      SampleLog.sentence(
        "GPGGA,12000\(second),4732.6220,N,00940.9980,E,1,08,\(second < 4 ? 1 : 2),396.0,M,47.0,M,,")
    }
    let log = try scratch.file("log.nmea", sentences.joined())
    let run = try Tool.run(["convert", log, "--to", "csv", "--max-accuracy", "6"])
    #expect(run.output.count { $0 == 0x0A } == 5)
  }

  @Test(
    arguments: [
      ("minutes", "2025-06-15 12:01", 4), ("a day", "2025-06-15", 5),
      ("a day before", "2025-06-14", nil), ("the form of before", "2025-06-15T12:00:59Z", 3),
    ] as [(String, String, Int?)])
  func timesMayBeShort(why: String, until: String, count: Int?) throws {
    let log = try scratch.file("log.nmea", SampleLog.epochs([57, 58, 59, 60, 61]))
    let run = try Tool.run(["convert", log, "--to", "csv", "--until", until])
    #expect(run.output.count { $0 == 0x0A } == count.map { $0 + 1 } ?? 0, "\(why)")
  }

  // MARK: Files

  /// A recording that goes on in the next file is one segment; the format is that of the output's name.
  @Test func mergesFilesAndFoldersIntoOne() throws {
    _ = try scratch.file("in/1.nmea", SampleLog.epochs(0..<3))
    _ = try scratch.file("in/2.nmea", SampleLog.epochs(3..<5))
    _ = try scratch.file("in/notes.md", "no recording")
    let later = try scratch.file("later.nmea", SampleLog.epochs(100..<102))
    let all = scratch.path + "/all.csv"
    let run = try Tool.run(["convert", scratch.path + "/in", later, "-o", all])
    #expect(run.exitCode == 0)
    #expect(run.complaintLines == ["gps: wrote \(all): 7 fixes in 2 segments"])
  }

  @Test func mergesWhatCanBeRead() throws {
    let log = try scratch.file("a.nmea", SampleLog.epochs(0..<3))
    let other = try scratch.file("b.nmea", "nothing\n")
    let all = scratch.path + "/all.gpx"
    let run = try Tool.run(["convert", other, log, "-o", all])
    #expect(run.exitCode == 65)
    #expect(run.complaintLines.first == "gps: wrote \(all): 3 fixes in 1 segment")
    #expect(run.complaintLines.last?.contains("b.nmea: no valid NMEA 0183 sentence") == true)
  }

  @Test func writesAFilePerInput() throws {
    let packed = try scratch.compressedFile("in/walk.nmea", SampleLog.epochs(0..<3))
    let plain = try scratch.file("in/b.log", SampleLog.epochs(0..<2))
    let gpx = try converted("outage", "gpx")
    let folder = scratch.path + "/out"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let run = try Tool.run(["convert", packed, plain, gpx, "--to", "geojson", "-o", folder])
    #expect(run.exitCode == 0 && run.output.isEmpty)
    #expect(scratch.names("out") == ["b.geojson", "outage.geojson", "walk.geojson"])
    #expect(
      run.complaintLines.map { $0.components(separatedBy: "/").last } == [
        "walk.geojson: 3 fixes in 1 segment", "b.geojson: 2 fixes in 1 segment",
        "outage.geojson: 33 fixes in 3 segments",
      ])
  }

  /// A segment's lists that do not fit into their share of the memory go to the disk.
  @Test func aLongSegmentIsWrittenWhole() throws {
    let route = try Tool.run([
      "simulate", "--route", "circle", "--duration", "10000", "--sentences", "RMC",
    ])
    let log = try scratch.file("long.nmea", route.output)
    for (format, marks) in [("kml", ["<when>", "<gx:coord>"]), ("geojson", ["],[", "Z\""])] {
      let run = try Tool.shell(
        "\"$gps\" convert \"$1\" --to \(format) -o \"$2\" && cat \"$2\"", log,
        scratch.path + "/long." + format)
      let text = String(decoding: run.output, as: UTF8.self)
      for mark in marks {
        let count = text.components(separatedBy: mark).count
        #expect(count >= 10_000 && count <= 10_001, "\(format) \(mark)")
      }
      if format == "geojson" { _ = try JSONSerialization.jsonObject(with: Data(run.output)) }
    }
  }
}
