// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `gps history`, and what `gps history record` stores for it.
@Suite struct HistoryTests {
  private let scratch: ScratchFolder
  private let store: String

  init() throws {
    scratch = try ScratchFolder()
    store = scratch.path + "/positions.sqlite"
  }

  private static let walk = RecordTests.walk

  /// Adds a recording to the track.
  @discardableResult
  private func record(_ recording: String = walk, _ options: String...) throws -> Run {
    let run = try Tool.run(
      ["history", "record", "--store", store, "--replay", recording, "--speed", "max"] + options)
    #expect(run.exitCode == 0, "\(run.complaintLines)")
    return run
  }

  private func history(_ arguments: String...) throws -> Run {
    try Tool.run(["history", "--store", store] + arguments)
  }

  @Test(arguments: ["cold-start", "drive-10hz", "harbour-walk", "outage", "year-end"])
  func hasEveryFixOfARecording(name: String) throws {
    let recording = Repository.path("Fixtures/recordings/\(name).nmea")
    let run = try record(recording, "--keep", "100y")
    let expected = try Tool.run(["replay", "--format", "json", recording]).lines
    // From a live receiver, the fixes before the first date stay undated.
    let dated = expected.filter { $0.contains("timestamp") }
    let lines = try history("--to", "json").lines
    #expect(lines.count + undated(run) == dated.count)
    #expect(lines == Array(dated.suffix(lines.count)))
    #expect(run.complaintLines.contains("gps: recorded \(lines.count) fixes to \(store)"))
  }

  private func undated(_ run: Run) -> Int {
    let line = run.complaintLines.first { $0.hasPrefix("gps: left out ") }
    return line.flatMap { Int($0.split(separator: " ")[3]) } ?? 0
  }

  @Test(arguments: ["gpx", "geojson", "kml", "csv", "nmea"])
  func writesWhatConvertWrites(format: String) throws {
    try record()
    let converted = try Tool.run(["convert", Self.walk, "--to", format])
    let name = { (run: Run) in
      String(decoding: run.output, as: UTF8.self)
        .replacing("harbour-walk", with: "track")
    }
    #expect(name(try history("--to", format)) == name(converted))
  }

  @Test func keepsAFixOnce() throws {
    let first = try record()
    let count = try history("--to", "json").lines.count
    #expect(count > 10)
    #expect(first.complaintLines.last == "gps: recorded \(count) fixes to \(store)")
    #expect(
      try record().complaintLines.last
        == "gps: recorded 0 fixes to \(store); \(count) more were there already")
    #expect(try history("--to", "json").lines.count == count)
  }

  @Test func findsTimesAndPlaces() throws {
    try record()
    let all = try history("--to", "json").objects
    let times = all.compactMap { $0["timestamp"] as? String }
    let part = try history(
      "--to", "json", "--from", String(times[3].prefix(19)) + "Z", "--until",
      String(times[7].prefix(19)) + "Z")
    #expect(part.lines.count == 5)
    let latitude = try #require(all[3]["latitude"] as? Double)
    let longitude = try #require(all[3]["longitude"] as? Double)
    let near = try history("--to", "json", "--near", "\(latitude),\(longitude),0.001").objects
    #expect(near.contains { $0["timestamp"] as? String == times[3] })
    #expect(near.count < all.count)
    #expect(try history("--to", "json", "--near=-47.5,-9.6,1000").lines.isEmpty)
  }

  @Test func writesAFileOrLeavesItAlone() throws {
    try record()
    let output = scratch.path + "/walk.gpx"
    let run = try history("--to", "gpx", "--output", output)
    #expect(run.exitCode == 0)
    expectComplaint(run, "wrote \(output): ")
    expectFailure(
      try history("--to", "csv", "-o", output), 74, "the file already exists; add --force")
    #expect(try history("--to", "csv", "-o", output, "--force").exitCode == 0)
    #expect(try scratch.text("walk.gpx").hasPrefix("time_utc,"))
    expectFailure(
      try history("--to", "csv", "-o", output, "--force", "--from", "2035-01-01T00:00:00Z"), 65,
      "its track has no fix in that time; check --from, --until")
    #expect(try scratch.text("walk.gpx").hasPrefix("time_utc,"))
  }

  @Test(
    arguments: [
      ("nothing", nil, 66, "no such file; check the name"),
      ("a recording", "$GPGGA,120000\n", 65, "it is not a position store of gps"),
      ("no file, but a folder", "", 74, "is a directory"),
    ] as [(name: String, content: String?, code: CInt, words: String)])
  func refusesFilesOfOtherFormats(
    name: String, content: String?, code: CInt, words: String
  ) throws {
    if content == "" {
      try FileManager.default.createDirectory(
        atPath: store, withIntermediateDirectories: false)
    } else if let content {
      try scratch.file("positions.sqlite", content)
    }
    expectFailure(try history("--to", "gpx"), code, words)
  }

  /// Returns the arguments of each command that opens a store.
  private static let commands = [
    ["history", "--to", "json"], ["history", "--to", "json", "--near", "47.5,9.7,1000"],
    ["history", "record", "--replay", walk], ["publish", "--replay", walk, "mqtt://127.0.0.1:9"],
  ]

  /// SQLite would play the journal back, and then delete the file that it names.
  @Test(arguments: commands, [1, 2])
  func deletesNoFileThatAJournalNames(command: [String], format: UInt8) throws {
    try record()
    var bytes = Array(try Data(contentsOf: URL(filePath: store)))
    // 1 for a rollback journal, 2 for a log.
    (bytes[18], bytes[19]) = (format, format)
    try scratch.file("positions.sqlite", bytes)
    let victim = try scratch.file("key", "secret")
    let journal = try RollbackJournal.deleting(victim, of: store)
    try scratch.file("positions.sqlite-journal", journal)
    let run = try Tool.run(command + ["--store", store])
    expectFailure(run, 77, "gps never writes \(store)-journal, which is beside it")
    #expect(run.complaintLines.count == 1)
    #expect(try scratch.text("key") == "secret")
    #expect(Array(try Data(contentsOf: URL(filePath: store))) == bytes)
    #expect(Array(try Data(contentsOf: URL(filePath: store + "-journal"))) == journal)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"), arguments: commands)
  func opensNoStoreOfAnotherUser(command: [String]) throws {
    try record()
    try #require(chown(scratch.path, 65534, 65534) == 0)
    let names = scratch.names()
    let run = try Tool.run(command + ["--store", store])
    expectFailure(run, 77, "\(scratch.path) belongs to user 65534; run this as that user")
    #expect(run.complaintLines.count == 1)
    #expect(scratch.names() == names)
  }

  @Test func acceptsANameInTheWorkingDirectory() throws {
    let run = try Tool.shell(
      """
      cd "$1" && "$gps" history record --store track.sqlite --replay "$2" --speed max 2>/dev/null &&
        "$gps" history --store ./track.sqlite --to json | wc -l
      """, scratch.path, Self.walk)
    #expect(run.lines.count == 1 && run.lines != ["0"])
    #expect(scratch.names() == ["track.sqlite", "track.sqlite-lock"])
  }

  @Test func isReadWhileAnotherProcessWrites() throws {
    let recorder = try Tool.start([
      "history", "record", "--store", store, "--replay", Self.walk, "--speed", "1",
    ])
    try recorder.wait(for: "has a fix")
    // So that it stores nothing meanwhile, however long that takes.
    recorder.signal(SIGSTOP)
    try recorder.wait("it is stopped") { recorder.isStopped }
    expectFailure(
      try Tool.run(["history", "record", "--store", store, "--replay", Self.walk]), 69,
      "is using it; stop it, or name another file with --store")
    expectFailure(try history("--to", "gpx"), 65, "it has no track; run \"gps history record\"")
    recorder.signal(SIGCONT)
    recorder.signal(SIGINT)
    let run = try recorder.finish()
    #expect(run.exitCode == 0)
    let line = try #require(run.complaintLines.last)
    #expect(line.hasPrefix("gps: recorded ") && line.hasSuffix(" to \(store)"), "\(line)")
    let count = try history("--to", "json").lines.count
    #expect(count >= 1 && line.contains("recorded \(count) fix"))
  }

  @Test func reportsWhatAnInterruptedImportAdded() throws {
    let pipe = scratch.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    // Also for reading, so that it has no end.
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    try #require(end >= 0)
    defer { close(end) }
    let importing = try RunningTool(
      [try Tool.path, "history", "import", "--store", store, "-"], input: pipe)
    let text =
      "time_utc,latitude_deg,longitude_deg\n"
      + (10..<60).map { "2025-06-15T12:\($0):00Z,47.5,9.6\n" }.joined()
      + String(repeating: "\n", count: 4096)
    try #require(write(end, text, text.utf8.count) == text.utf8.count)
    try importing.wait("the pipe is empty") {
      var left: CInt = 0
      return ioctl(end, UInt(FIONREAD), &left) == 0 && left == 0
    }
    importing.signal(SIGINT)
    let run = try importing.finish()
    #expect(run.exitCode == 130)
    #expect(
      run.complaintLines == [
        "gps: imported 50 fixes from standard input (CSV of gps)",
        "gps: cannot import standard input to its end: interrupted; import it again to add the rest",
      ])
    #expect(try history("--to", "json").lines.count == 50)
  }

  @Test(
    arguments: [
      ("KML", "<kml><Document/></kml>", "gpsbabel converts KML"),
      ("FIT", "\u{e}\u{10}.FIT", "gpsbabel converts most others to GPX"),
      (
        "GPX with one point that is nowhere",
        "<gpx><wpt lat='0' lon='181'><time>2025-06-15T12:00:00Z</time></wpt></gpx>",
        "it has no fix with a time and a place"
      ),
    ])
  func explainsWhatToDoWithAFileWithoutATrack(name: String, content: String, words: String) throws {
    try scratch.file("track", content)
    expectFailure(
      try Tool.run(["history", "import", "--store", store, scratch.path + "/track"]), 65, words)
  }

  @Test(arguments: ["trips", "stats", "export --to gpx"])
  func explainsHowToStartATrack(command: String) throws {
    let run = try Tool.shell(
      "XDG_STATE_HOME=$1 \"$gps\" history \(command)", scratch.path)
    expectFailure(run, 66, "positions.sqlite yet; run \"gps history record\" or")
  }

  @Test func usesTheStateDirectoryByDefault() throws {
    let script = """
      export XDG_STATE_HOME="$1/state"
      "$gps" history record --replay "$2" --speed max 2>/dev/null && "$gps" history --to json | wc -l
      export STATE_DIRECTORY="$1/unit:$1/other"
      "$gps" history record --replay "$2" --speed max 2>/dev/null && "$gps" history --to json | wc -l
      """
    let run = try Tool.shell(script, scratch.path, Self.walk)
    #expect(run.lines.count == 2 && run.lines[0] == run.lines[1] && run.lines[0] != "0")
    #expect(scratch.names("state/core-location-linux").contains("positions.sqlite"))
    #expect(scratch.names("unit").contains("positions.sqlite"))
  }

  /// No file may grow beyond 64 KB, which is room for a few hundred fixes.
  @Test func reportsFixesThatCouldNotBeStored() throws {
    let run = try Tool.shell(
      """
      "$gps" simulate --duration 3000 > "$2/long.nmea"
      ulimit -f 128; "$gps" history record --store "$1" --replay "$2/long.nmea" --speed max
      """, store, scratch.path)
    #expect(run.exitCode == 74)
    let last = try #require(run.complaintLines.last)
    #expect(
      last.contains("the disk is full") && last.hasSuffix("fixes could not be stored"), "\(last)")
    #expect(run.complaintLines.contains { $0.hasPrefix("gps: recorded 0 fixes") })
  }

  @Test func writesEverythingBeforeDamage() throws {
    let recording = try Tool.run(["simulate", "--duration", "3000"])
    try record(try scratch.file("long.nmea", recording.output))
    var bytes = Array(try Data(contentsOf: URL(filePath: store)))
    let middle = bytes.count / 4096 / 2 * 4096
    bytes.replaceSubrange(middle..<middle + 100, with: [UInt8](repeating: 0x58, count: 100))
    try scratch.file("positions.sqlite", bytes)
    let run = try history("--to", "json")
    expectFailure(run, 65, "positions.sqlite: the file is damaged")
    #expect((500..<2500).contains(run.lines.count))
    // The writer finds the damage before it changes anything.
    expectFailure(
      try Tool.run(["history", "record", "--store", store, "--replay", Self.walk]), 65,
      "was left as it is; move it away to start over")
    #expect(Array(try Data(contentsOf: URL(filePath: store))) == bytes)
  }

  @Test func refusesAFileThatWouldHoldNextToNothing() throws {
    expectFailure(try Tool.run(["history", "record", "--max-size", "10k"]), 64, "--max-size")
  }
}
