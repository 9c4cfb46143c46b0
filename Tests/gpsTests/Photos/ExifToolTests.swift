// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem
import LocationJSON
import TestSupport
import Testing

@testable import gps

@Suite struct ExifToolTests {
  private let folder: ScratchFolder
  private let never: WakeUp

  /// Reads commands as exiftool does; a "slow" file has it hang, a "large" one has it run out of memory.
  private static let script = """
    #!/bin/sh
    while read -r word; do
      case $word in
      -echo1) read -r mark; echo "$mark" ;;
      -echo2) read -r mark; echo "$mark" >&2 ;;
      -echo4) read -r end ;;
      *slow*) exec sleep 1000 ;;
      *large*) echo "Out of memory!" >&2; exit 1 ;;
      *bad*) echo "Error: not a photo" >&2 ;;
      /*) echo "[{\\"name\\": \\"$word\\"}]" ;;
      -execute) echo "$end" >&2 ;;
      False) exit ;;
      esac
    done
    """

  init() throws {
    folder = try ScratchFolder()
    never = try WakeUp()
  }

  private func exiftool(_ script: String = script) throws -> ExifTool {
    let path = try folder.file("exiftool", script)
    try #require(chmod(path, 0o755) == 0)
    return ExifTool(path: path, endingBy: never.descriptor)
  }

  private func run(_ names: [String], _ script: String = script) throws -> [ExifTool.Answer] {
    try exiftool(script).run(
      names.map {
        .init(options: [], file: "/\($0)", limit: .milliseconds($0.contains("slow") ? 300 : 60_000))
      })
  }

  @Test func failsOnlyForTheFileThatCostsTooMuch() throws {
    let answers = try run(["first", "slow", "second", "large", "bad", "last"])
    #expect(
      answers.map { $0.tags?["name"]?.string } == ["/first", nil, "/second", nil, nil, "/last"])
    #expect(
      answers.map(\.complaint) == [
        nil, "exiftool takes too long to read it", nil,
        "exiftool could not finish, perhaps because of the memory limit (Out of memory!)",
        "Error: not a photo", nil,
      ])
  }

  @Test func saysThatItDoesNotStart() throws {
    let error = #expect(throws: Failure.self) {
      try run(["a", "b"], "#!/bin/sh\necho 'no Perl here' >&2; exit 1")
    }
    #expect(error?.description.contains("exiftool does not start (no Perl here)") == true)
  }

  @Test func aRunCanBeInterrupted() throws {
    never.signal()
    #expect(throws: Interruption.Interrupted.self) { try run(["a", "slow"]) }
  }

  @Test func dividesWhatIsPrinted() {
    var printed = ExifToolOutput(mark: "m")
    // In pieces that end anywhere; a photo that prints a mark does not know this one.
    for piece in ["m:0", ":\n[{}", "]\nm:1:\nx:7:\n"] {
      printed.received(output: Array(piece.utf8))
    }
    #expect(printed.begun == nil)
    for piece in ["early\nm:0:\nm:0:end\nm:1", ":\nError: no\n"] {
      printed.received(complaints: Array(piece.utf8))
    }
    #expect(printed.begun == 1)
    #expect(printed.parts[-1]?.complaints == Array("early\n".utf8))
    #expect(printed.parts[0]?.output == Array("[{}]\n".utf8) && printed.parts[0]?.hasEnded == true)
    #expect(printed.parts[1]?.output == Array("x:7:\n".utf8) && printed.parts[1]?.hasEnded == false)
    #expect(printed.parts[1]?.complaints == Array("Error: no\n".utf8))
  }

  @Test func aTagWithoutEndTakesNoMemory() {
    var printed = ExifToolOutput(mark: "m")
    printed.received(output: Array("m:0:\n".utf8))
    for _ in 0..<100 { printed.received(output: [UInt8](repeating: 0x78, count: 100_000)) }
    printed.received(output: Array("\nm:1:\n[{}]\n".utf8))
    #expect(printed.parts[0]?.output.count ?? 0 <= ExifToolOutput.longestPart)
    #expect(printed.parts[1]?.output == Array("[{}]\n".utf8))
  }

  @Test(
    arguments: [
      ("no photo", [], []), ("small ones", [1, 2, 3], [3]),
      ("many", Array(repeating: 1, count: 250), [100, 100, 50]),
      ("large ones", [200, 100, 1, 300, 1], [1, 2, 1, 1]),
    ])
  func copiesSomeAtATime(_ name: String, _ megabytes: [Int], _ counts: [Int]) {
    let batches = PhotoWriter.batches(megabytes) { $0 << 20 }
    #expect(batches.map(\.count) == counts && batches.flatMap { $0 } == megabytes)
  }
}
