// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// `gps publish`, which another program runs: to a file, to the addresses in one, and without that program.
@Suite struct PublishTests {
  private let scratch: ScratchFolder
  private let store: String

  init() throws {
    scratch = try ScratchFolder()
    chmod(scratch.path, 0o700)
    store = scratch.path + "/positions.sqlite"
  }

  private func publish(_ arguments: String...) throws -> Run {
    try Tool.run(["publish", "--store", store] + arguments)
  }

  private func replay(_ arguments: String...) throws -> Run {
    try Tool.run(
      [
        "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max", "--name",
        "ada",
      ]
        + arguments)
  }

  @Test func publishesToTheAddressesInAFile() throws {
    let addresses = try scratch.file(
      "addresses", "# one for each program\n\nfile:\(scratch.path)/a\nfile:\(scratch.path)/b\n")
    chmod(addresses, 0o600)
    let run = try replay("@\(addresses)")
    #expect(run.exitCode == 0, "\(run.complaintLines)")
    let lines = try scratch.text("a").split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"device":"ada","occasion":"start","#) == true)
    #expect(try scratch.text("b") == scratch.text("a"))
    // Everything has arrived.
    let status = try publish("--status")
    #expect(status.lines.count == 2)
    for (line, name) in zip(status.lines, ["a", "b"]) {
      let start = "file:\(scratch.path)/\(name): 0 positions waiting, 0 dropped, last delivery 20"
      #expect(line.hasPrefix(start), "\(line)")
    }
    let json = try publish("--status", "--json").lines
    #expect(json.count == 2)
    #expect(
      json.first?.hasPrefix(
        #"{"destination":"file:\#(scratch.path)/a","dropped":0,"lastDelivery":"20"#)
        == true)
    #expect(json.first?.hasSuffix(#"Z","waiting":0}"#) == true)
  }

  /// libpq would complain in its own words about a file of passwords that is not read.
  @Test func reportsAnUnreachableDatabaseInOneLine() throws {
    let tool = try Tool.start([
      "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max",
      "postgres://127.0.0.1:1/shore",
    ])
    try tool.wait(for: "waiting: cannot")
    tool.signal(SIGINT)
    let run = try tool.finish()
    #expect(run.complaintLines.allSatisfy { $0.hasPrefix("gps: ") }, "\(run.complaintLines)")
  }

  @Test func refusesAddressesThatOthersCanRead() throws {
    let addresses = try scratch.file("addresses", "file:\(scratch.path)/a\n")
    chmod(addresses, 0o644)
    let run = try replay("@\(addresses)")
    #expect(run.exitCode == EX_NOPERM)
    #expect(
      run.complaintLines == [
        "gps: cannot read addresses: others may read \(addresses); run \"chmod go= \(addresses)\""
      ])
  }

  @Test func listsADestinationThatRefusesPositions() throws {
    // As long as another process writes to the file, positions wait.
    let path = try scratch.file("a", [])
    let held = open(path, O_RDWR | O_CLOEXEC)
    try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
    let tool = try Tool.start([
      "publish", "--store", store, "--replay", RecordTests.walk, "--speed", "max", "file:\(path)",
    ])
    try tool.wait(for: "waiting: cannot append")
    tool.signal(SIGINT)
    _ = try tool.finish()
    close(held)
    #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
    #expect(try replay("file:\(path)").exitCode != 0)
    let waiting = try publish("--status").lines
    #expect(waiting.count == 1 && waiting[0].hasPrefix("file:\(scratch.path)/a: "))
    #expect(waiting[0].contains(" waiting, 0 dropped, oldest waiting 20"))
    #expect(!waiting[0].contains("delivery"))
  }

  @Test func helpIsTheSameFromBothPrograms() throws {
    let help = try Tool.run(["publish", "--help"])
    #expect(help.lines.contains { $0.hasPrefix("USAGE: gps publish ") })
    #expect(try Tool.run(["help", "publish"]).lines == help.lines)
    let program = try Tool.path + "-publish"
    #expect(try RunningTool([program, "--help"]).finish().lines == help.lines)
    #expect(
      try RunningTool([program, "--version"]).finish().lines == Tool.run(["--version"]).lines)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsIncludeItsOptions(shell: String) throws {
    let script = try Tool.run(["--generate-completion-script", shell])
    #expect(script.lines.contains { $0.contains("hold-back-warned") })
    let again = try Tool.run(["publish", "--generate-completion-script", shell])
    #expect(again.lines == script.lines)
  }

  /// They reach the other program as they are, although its name and the command are no longer the same words.
  @Test func passesOnArgumentsThatAreNotUTF8() throws {
    let run = try Tool.shell(
      """
      recording="$1/$(printf 'w\\377lk.nmea')"; cp "$2" "$recording"
      exec "$gps" publish --store "$1/s" --replay "$recording" --speed max "file:$1/a"
      """, scratch.path, RecordTests.walk)
    #expect(run.exitCode == 0, "\(run.complaintLines)")
    #expect(try scratch.text("a").contains("latitude"))
  }

  /// `ps` and signals find one process, with the words of the command.
  @Test func runsAsOneProcessWithTheSameArguments() throws {
    let tool = try Tool.start([
      "publish", "--store", store, "--replay", RecordTests.walk, "file:\(scratch.path)/a",
    ])
    try tool.wait(for: "publishing to")
    let words = try Data(contentsOf: URL(filePath: "/proc/\(tool.number)/cmdline"))
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(words.first == "\(try Tool.path) publish" && words.contains("--store"))
    tool.signal(SIGTERM)
    let run = try tool.finish()
    #expect(run.exitCode == 0)
    #expect(run.complaintLines.allSatisfy { $0.hasPrefix("gps: ") }, "\(run.complaintLines)")
  }

  @Test func namesTheMissingProgram() throws {
    let alone = scratch.path + "/gps"
    // Copied by another process: this one's descriptor would be inherited by what other tests start, and be busy.
    let copying = try Tool.shell("cp \"$gps\" \"$1\"", alone)
    #expect(copying.exitCode == 0)
    let run = try RunningTool([alone, "publish", "mqtt://127.0.0.1"]).finish()
    expectFailure(
      run, EX_UNAVAILABLE, "there is no \(alone)-publish; install the Debian package, or run")
    #expect(
      try RunningTool([alone, "publish", "--help"]).finish().lines
        == Tool.run(["publish", "--help"]).lines)
    expectFailure(try RunningTool([alone, "publish", "--nope"]).finish(), EX_USAGE, "--nope")
    _ = try scratch.file("gps-publish", "not a program")
    expectFailure(
      try RunningTool([alone, "publish", "mqtt://127.0.0.1"]).finish(), EX_UNAVAILABLE,
      "\(alone)-publish: permission denied")
  }
}
