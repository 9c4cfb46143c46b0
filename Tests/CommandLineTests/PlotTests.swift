// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `gps plot`, including the picture as it is rendered.
@Suite struct PlotTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Returns the picture of a recording.
  private func picture(_ file: String, _ options: [String] = []) throws -> String {
    let path = scratch.path + "/track.svg"
    let run = try Tool.run(["plot", file, "--force", "--output", path] + options)
    #expect(run.exitCode == 0 && run.output.isEmpty && run.complaints.isEmpty)
    return path
  }

  @Test func drawsTheSameBytesEveryTime() throws {
    let first = try Tool.run(["plot", RecordTests.walk])
    let second = try Tool.run(["plot", "-"], input: RecordTests.walk)
    #expect(first.exitCode == 0 && second.exitCode == 0)
    let text = String(decoding: first.output, as: UTF8.self)
    let other = String(decoding: second.output, as: UTF8.self)
    #expect(text.hasPrefix("<?xml") && text.hasSuffix("</svg>\n"))
    // The pictures differ only by the name.
    #expect(text.replacing("harbour-walk", with: "track") == other)
  }

  @Test(
    .enabled(if: ProgramOfOthers.path("xmllint") != nil, "xmllint is not installed"),
    arguments: ConvertTests.recordings)
  func isXML(name: String) throws {
    let file = try picture(Repository.path("Fixtures/recordings/\(name).nmea"))
    let xmllint = try #require(ProgramOfOthers.path("xmllint"))
    #expect(try RunningTool([xmllint, "--noout", file]).finish().exitCode == 0)
  }

  /// The rendered picture has ink in the colors of the track, the globe and the curves, and none at the edges.
  @Test(
    .enabled(
      if: ProgramOfOthers.path("rsvg-convert") != nil && ProgramOfOthers.python(with: "PIL") != nil,
      "rsvg-convert, of librsvg2-bin, or python3-pil is not installed"))
  func hasInkWhereItMustBe() throws {
    let png = scratch.path + "/track.png"
    let renderer = try #require(ProgramOfOthers.path("rsvg-convert"))
    let rendered = try RunningTool([renderer, try picture(RecordTests.walk), "-o", png]).finish()
    #expect(rendered.exitCode == 0)
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1]).convert("RGB")
      def ink(box, isInk):
          return sum(1 for pixel in image.crop(box).getdata() if isInk(*pixel))
      width, height = image.size
      print(width, height > 1000)
      print(ink((28, 92, 972, 700), lambda r, g, b: r > 100 and g < 110 and b > 90 and r > g + 60) > 500)
      print(ink((28, 92, 300, 300), lambda r, g, b: r > 180 and g < 40 and b < 70) > 10)
      print(ink((58, 760, 972, height), lambda r, g, b: b > r + 70 and b < 190) > 1000)
      print(ink((0, 0, 20, height), lambda r, g, b: min(r, g, b) < 250) == 0)
      """
    let python = try #require(ProgramOfOthers.python(with: "PIL"))
    let run = try RunningTool([python, "-c", script, png]).finish()
    #expect(run.lines == ["1000 True", "True", "True", "True", "True"])
  }

  @Test(
    .enabled(
      if: ProgramOfOthers.path("rsvg-convert") != nil,
      "rsvg-convert, of librsvg2-bin, is not installed"))
  func writesAPictureInPixels() throws {
    let file = scratch.path + "/track.png"
    let run = try Tool.run(["plot", RecordTests.walk, "-o", file])
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    let bytes = try Data(contentsOf: URL(filePath: file))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // Its width, in the bytes 16 to 19.
    #expect(Array(bytes[16..<20]) == [0, 0, 7, 0xD0])
  }

  @Test func saysWhatIsMissingForAPictureInPixels() throws {
    let run = try Tool.run(
      ["plot", RecordTests.walk, "-o", scratch.path + "/track.png"], searchPath: scratch.path)
    expectFailure(run, 69, "install librsvg2-bin, or choose a name that ends with .svg")
    #expect(scratch.names() == [])
  }

  @Test func drawsTheTrackOfAGPXFile() throws {
    let gpx = try Tool.run(["convert", RecordTests.walk, "--to", "gpx"])
    let file = try scratch.file("walk.gpx", gpx.output)
    let text = try String(contentsOfFile: try picture(file, ["--panel", "map"]), encoding: .utf8)
    #expect(text.contains("144 fixes"))
  }

  @Test(
    arguments: [
      ("no fix", SampleLog.sentence("GPRMC,120000.00,V,,,,,,,150625,,,N"), [], "no fix in it"),
      ("no recording", "nothing", [], "no valid NMEA 0183 sentence"),
      (
        "what is not known", SampleLog.motion(0), ["--panel", "satellites"],
        "it has no satellites; try --panel map"
      ),
    ] as [(String, String, [String], String)])
  func writesNoEmptyPicture(why: String, log: String, options: [String], words: String) throws {
    let file = try scratch.file("in/log.nmea", log)
    let run = try Tool.run(["plot", file, "-o", scratch.path + "/x.svg"] + options)
    expectFailure(run, 65, words)
    #expect(scratch.names() == ["in"])
  }

  @Test(
    arguments: [
      ("another format", ["-o", "x.gif"], 64, "neither with .svg nor with .png"),
      ("no such directory", ["-o", "/nope/x.svg"], 74, "no such directory"),
      ("a full disk", ["-o", "/dev/full"], 74, "the disk is full"),
    ] as [(String, [String], CInt, String)])
  func explainsFailuresInOneLine(
    why: String, options: [String], exitCode: CInt, words: String
  ) throws {
    expectFailure(try Tool.run(["plot", RecordTests.walk] + options), exitCode, words)
  }

  @Test func doesNotOverwriteAPicture() throws {
    let file = try scratch.file("mine.svg", "mine")
    expectFailure(
      try Tool.run(["plot", RecordTests.walk, "-o", file]), 74, "the file already exists")
    #expect(try scratch.text("mine.svg") == "mine")
  }

  @Test func reportsWhatItLeftOut() throws {
    let file = try scratch.file("log.nmea", SampleLog.motion(0) + SampleLog.motion(1))
    let run = try Tool.run([
      "plot", file, "--panel", "map,satellites", "-o", scratch.path + "/x.svg",
    ])
    #expect(run.exitCode == 0)
    expectComplaint(run, "left out satellites: not in")
  }
}
