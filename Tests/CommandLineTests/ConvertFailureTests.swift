// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// What `gps convert` reports when it fails, and that it then changes no file.
@Suite struct ConvertFailureTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let walk = RecordTests.walk

  @Test(
    arguments: [
      (
        "several files on standard output", [walk, walk, "--to", "gpx"], 64,
        "several files need a folder: add --output tracks/"
      ),
      ("no such file", ["/nope.nmea", "--to", "gpx"], 66, "no such file"),
      ("a directory", ["/", "--to", "gpx"], 66, "it is a directory"),
      ("no such directory", [walk, "--to", "gpx", "-o", "/nope/a.gpx"], 74, "no such directory"),
      ("nor that", [walk, "--to", "gpx", "-o", "/nope/"], 74, "no such directory; create it"),
      (
        "no fix left", [walk, "--to", "gpx", "--max-accuracy", "0.1"], 65,
        "leave out all of its 144 fixes"
      ),
      (
        "a full device", [walk, "--to", "gpx", "-o", "/dev/full"], 74, "the disk is full; make room"
      ),
    ] as [(String, [String], CInt, String)])
  func explainsFailuresInOneLine(
    why: String, arguments: [String], exitCode: CInt, words: String
  ) throws {
    let run = try Tool.run(["convert"] + arguments)
    expectFailure(run, exitCode, words)
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [
      ("text.txt", "no receiver wrote this\n", "no valid NMEA 0183 sentence"),
      ("nofix.nmea", SampleLog.sentence("GPRMC,120000.00,V,,,,,,,150625,,,N"), "no fix in it"),
      ("undated.nmea", SampleLog.position(0), "no fix in it has a date, which kml needs"),
      ("empty.nmea", "", "it is empty"),
      ("half.gpx", "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\">", "it ends within <trkpt>"),
      (
        "when.gpx",
        "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>noon</time></trkpt></trkseg></trk></gpx>",
        "the time \"noon\" in line 1 is not like"
      ),
      ("nowhere.gpx", "<gpx><wpt lat='91' lon='1'/></gpx>", "is not a place on Earth; correct it"),
    ])
  func leavesNoFileWhereThereIsNoTrack(name: String, content: String, words: String) throws {
    let file = try scratch.file("in/" + name, content)
    let run = try Tool.run(["convert", file, "--to", "kml", "-o", scratch.path + "/track.kml"])
    expectFailure(run, 65, words)
    #expect(scratch.names() == ["in"])
  }

  @Test func doesNotOverwriteAFile() throws {
    let file = try scratch.file("mine.gpx", "mine")
    let arguments = ["convert", Self.walk, "--to", "gpx", "--output", file]
    expectFailure(try Tool.run(arguments), 74, "the file already exists; add --force")
    #expect(try scratch.text("mine.gpx") == "mine")
    #expect(try Tool.run(arguments + ["--force"]).exitCode == 0)
    #expect(try scratch.text("mine.gpx").hasSuffix("</gpx>\n"))
    #expect(scratch.names() == ["mine.gpx"])
  }

  @Test func replacesTheTargetOfALink() throws {
    try scratch.file("mine/track.gpx", "mine")
    let link = scratch.path + "/link.gpx"
    try #require(symlink("mine/track.gpx", link) == 0)
    let arguments = ["convert", Self.walk, "--output", link, "--force"]
    #expect(try Tool.run(arguments).exitCode == 0)
    #expect(try scratch.text("mine/track.gpx").hasSuffix("</gpx>\n"))
    #expect(scratch.names() == ["link.gpx", "mine"] && scratch.names("mine") == ["track.gpx"])
    #expect(stat(ofLink: link)?.kind == S_IFLNK)
  }

  /// In a folder that others may write to, such a link could lead to any file of this user, or to a device.
  @Test(
    .enabled(if: geteuid() == 0, "only root can give links away"),
    arguments: ["mine.gpx", "/dev/null"])
  func doesNotFollowLinksOfOthers(target: String) throws {
    let file = try scratch.file("mine.gpx", "mine")
    let link = scratch.path + "/link.gpx"
    try #require(symlink(target, link) == 0 && lchown(link, 65534, 65534) == 0)
    let run = try Tool.run(["convert", Self.walk, "--output", link, "--force"])
    expectFailure(run, 77, "link.gpx is a link made by user 65534; name the file that it leads to")
    #expect(try scratch.text("mine.gpx") == "mine" && stat(ofLink: file) != nil)
  }

  @Test func refusesTwoInputsForOneOutput() throws {
    let files = try ["a", "b"].map { try scratch.file("\($0)/x.nmea", SampleLog.epochs(0..<2)) }
    let run = try Tool.run(["convert"] + files + ["--to", "gpx", "-o", scratch.path])
    expectFailure(run, 64, "both would become")
    #expect(scratch.names() == ["a", "b"])
  }

  @Test func continuesWithTheNextFile() throws {
    let (good, bad) = (
      try scratch.file("good.nmea", SampleLog.epochs(0..<2)), try scratch.file("bad.nmea", "")
    )
    let run = try Tool.run(["convert", bad, good, "--to", "csv", "-o", scratch.path])
    #expect(run.exitCode == 65)
    #expect(run.complaintLines.count == 2)
    #expect(scratch.names() == ["bad.nmea", "good.csv", "good.nmea"])
  }

  @Test func keepsWhatCouldBeReadOfADamagedFile() throws {
    let whole = try scratch.compressedFile("walk.nmea", SampleLog.epochs(0..<3000))
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let file = try scratch.file("half.nmea.gz", bytes.prefix(bytes.count / 2))
    let run = try Tool.run(["convert", file, "--to", "gpx", "-o", scratch.path + "/half.gpx"])
    #expect(run.exitCode == 65)
    #expect(run.complaintLines.last?.contains("damaged or cut off") == true)
    #expect(try scratch.text("half.gpx").hasSuffix("</gpx>\n"))
  }

  @Test(.enabled(if: RecordFailureTests.mayMount, "nothing can be mounted here"))
  func leavesTheOldFileOnAFullDisk() throws {
    let run = try Tool.shell(
      """
      unshare -m sh -c 'mount -t tmpfs -o size=32k none /mnt || exit 99
      echo old > /mnt/track.gpx
      "$0" convert "$1" --to gpx --force --output /mnt/track.gpx; code=$?
      cat /mnt/track.gpx; ls -A /mnt; exit $code' "$gps" "$1"
      """, Self.walk)
    expectFailure(run, 74, "cannot write /mnt/track.gpx: the disk is full; make room, or")
    #expect(run.lines == ["old", "track.gpx"])
  }

  @Test func leavesNothingBehindWhenItIsKilled() throws {
    let running = try Tool.start(
      ["convert", "-", "--to", "gpx", "-o", scratch.path + "/track.gpx"],
      input: try fifo())
    try running.wait("it has opened its file") { running.hasOpen(scratch.path + "/fifo") }
    running.signal(SIGKILL)
    _ = try running.finish(killed: true)
    #expect(scratch.names() == ["fifo"])
  }

  /// Returns the path of a pipe that is kept open, and into which nothing is written.
  private func fifo() throws -> String {
    let path = scratch.path + "/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    let end = open(path, O_RDWR)
    try #require(end >= 0)
    return path
  }
}
