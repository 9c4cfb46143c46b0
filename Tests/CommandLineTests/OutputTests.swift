// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Output that cannot be written, and characters that must not be in it.
@Suite struct OutputTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// More than a pipe holds, so that something is left to write.
  @Test(arguments: ["replay", "decode"]) func endsQuietlyWithItsReader(command: String) throws {
    let file = try scratch.file("log.nmea", SampleLog.epochs(0..<3000))
    let run = try Tool.shell(
      "{ \"$gps\" \"$1\" \"$2\"; echo \"exit code $?\" >&3; } 3>\"$3\" | head -n 1",
      command, file, scratch.path + "/code")
    #expect(run.lines.count == 1)
    #expect(run.complaints.isEmpty)
    #expect(try Tool.shell("cat \"$1\"", scratch.path + "/code").lines == ["exit code 0"])
  }

  /// A line with everything would be longer.
  @Test func fitsFixesIntoATerminal() throws {
    let file = try scratch.file("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.shell(
      """
      python3 -c 'import pty, sys; pty.spawn(["sh", "-c"] + sys.argv[1:])' \
        'stty cols 80; "$0" replay "$1"' "$gps" "$1"
      """, file)
    // A terminal ends lines with CR LF.
    let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.hasPrefix("12:00:0") })
    let whole = try Tool.run(["replay", "--format", "text", file])
    #expect(whole.lines.allSatisfy { $0.count > 80 && $0.hasPrefix("2025-06-15 12:00:0") })
  }

  /// Reported once, however many files are left.
  @Test(arguments: InputTests.commands) func reportsAFullDisk(command: String) throws {
    let file = try scratch.file("log.nmea", SampleLog.epochs(0..<3))
    let run = try Tool.shell("\"$gps\" \"$1\" \"$2\" \"$2\" > /dev/full", command, file)
    expectFailure(run, 74, "cannot write to standard output: no space left on device")
  }

  @Test func reportsAFileSizeLimit() throws {
    let file = try scratch.file("log.nmea", SampleLog.epochs(0..<300))
    let run = try Tool.shell(
      "ulimit -f 1; exec \"$gps\" decode \"$1\" > \"$2\"", file, scratch.path + "/printed")
    expectFailure(run, 74, "cannot write to standard output: file too large")
  }

  /// The characters that a terminal obeys: the controls of ASCII, DEL, C1, and those that reverse the direction of text.
  @Test(arguments: InputTests.commands) func printsNoControlCharacter(command: String) throws {
    let hostile =
      SampleLog.epochs(0..<2)
      + SampleLog.sentence("GPTXT,01,01,02,a^1B[31mred^07^7F^C2^9B2J^E2^80^AEtxt^E2^80^A8")
      + SampleLog.sentence("GPZZZ,x^1B]0;title^07,^C2^9B,^7F,^0D^0A")
      + SampleLog.sentence("PQTMVER,^1B[2J,2024/01/01,00:00:00")
      + SampleLog.sentence("GPDTM,^1B[2J,,0.0,N,0.0,E,0.0,W84")
    let file = try scratch.file("\u{1B}[31m\u{7F}\u{9B}\u{202E}\n.nmea", hostile)
    expectPlain(try Tool.run([command, file]))
    expectPlain(try Tool.run([command, file + ".missing"]))
    expectPlain(try Tool.run([command, try scratch.file("\u{1B}[2J\n", "")]))
    expectPlain(try Tool.run([command, file, "--\u{1B}[31m"]))
  }

  @Test func refusesAnAmbiguousNameInOneLine() throws {
    let run = try Tool.run(["replay", scratch.path + "/one\ntwo\u{1B}[31m"])
    expectFailure(run, 66, "one\\u{a}two\\u{1b}[31m: no such file")
  }

  private func expectPlain(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = (run.lines + run.complaintLines).joined()
    #expect(!text.isEmpty, sourceLocation: sourceLocation)
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains(category),
        "U+\(String(scalar.value, radix: 16)) in \(text)", sourceLocation: sourceLocation)
    }
  }
}
