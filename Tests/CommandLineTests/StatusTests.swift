// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct StatusTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Runs `gps status` with its own runtime directory, while a process holds a file with the given text.
  private func status(_ options: String, held text: String) throws -> Run {
    let folder = scratch.path + "/core-location-linux"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: folder + "/7-a.json"))
    return try Tool.shell(
      """
      XDG_RUNTIME_DIR=$1; export XDG_RUNTIME_DIR
      flock "$1/core-location-linux/7-a.json" "$gps" status \(options)
      """, scratch.path)
  }

  private static let walk =
    #"{"application":"org.example.w\u001b[2Jalk","pid":7,"since":"2025-06-15T12:00:00.500Z","#
    + #""background":true,"indicator":false,"kinds":["regions","standard"]}"#

  @Test(arguments: ["status", "list"])
  func saysThatTheServiceHangs(command: String) throws {
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: "")
    defer { server.stop() }
    let run = try Tool.run([command], service: path)
    #expect(
      run.complaintLines.contains {
        $0.contains("does not answer, although it accepts connections; restart it")
      })
  }

  @Test func printsText() throws {
    let run = try status("", held: Self.walk)
    #expect(run.exitCode == 0 && run.complaints.isEmpty)
    #expect(
      run.lines == [
        "APPLICATION                PID  SINCE                 IN          INDICATOR  FOR",
        "org.example.w\\u{1b}[2Jalk  7    2025-06-15T12:00:00Z  background  hidden     regions, standard",
      ])
  }

  @Test func printsJSON() throws {
    let run = try status("--json", held: Self.walk)
    #expect(!run.output.contains(0x1B))
    let object = try #require(try run.objects.first)
    #expect(object["application"] as? String == "org.example.w\u{1B}[2Jalk")
    #expect(object["pid"] as? Int == 7 && object["since"] as? String == "2025-06-15T12:00:00.500Z")
    #expect(object["background"] as? Bool == true && object["indicator"] as? Bool == false)
    #expect(object["kinds"] as? [String] == ["regions", "standard"])
    let text = try Repository.text("docs/cli.md")
    let start = try #require(text.range(of: "## `gps status`"))
    for member in object.keys {
      #expect(text[start.upperBound...].contains("`\(member)`"), "\(member)")
    }
  }

  @Test func skipsDamagedData() throws {
    #expect(try status("", held: "{").lines == ["no program is using the location"])
    #expect(try status("--json", held: "{").output.isEmpty)
  }

  @Test func removesUnlockedFiles() throws {
    _ = try status("", held: Self.walk)
    let run = try Tool.shell("XDG_RUNTIME_DIR=$1 \"$gps\" status", scratch.path)
    #expect(run.exitCode == 0 && run.lines == ["no program is using the location"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/core-location-linux")
        .isEmpty)
  }

  /// A link in the runtime directory once led to a project, whose package.json was removed.
  @Test func touchesNoFileBehindALink() throws {
    _ = try scratch.file("project/package.json", "{}")
    _ = try scratch.file("project/7-a.json", "{}")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/core-location-linux", withDestinationPath: scratch.path + "/project")
    let run = try Tool.shell("XDG_RUNTIME_DIR=$1 \"$gps\" status", scratch.path)
    expectFailure(run, 65, "core-location-linux: it is a link or not a directory; remove it")
    #expect(scratch.names("project") == ["7-a.json", "package.json"])
  }

  @Test func keepsFilesWithOtherNames() throws {
    _ = try scratch.file("core-location-linux/package.json", "{}")
    let run = try Tool.shell("XDG_RUNTIME_DIR=$1 \"$gps\" status", scratch.path)
    #expect(run.exitCode == 0 && run.lines == ["no program is using the location"])
    #expect(scratch.names("core-location-linux") == ["package.json"])
  }

  @Test func reportsAMissingSession() throws {
    let run = try Tool.shell("env -u XDG_RUNTIME_DIR \"$gps\" status")
    expectFailure(run, 69, "XDG_RUNTIME_DIR is not set")
  }

  /// As with sudo, which starts programs without a session.
  @Test func findsTheServiceWithoutASession() throws {
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(
      path: path, greeting: "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
    ) { line in
      line.contains("\"clients\"") ? "{\"class\":\"clients\",\"count\":0,\"clients\":[]}\n" : nil
    }
    defer { server.stop() }
    let script =
      "CORELOCATION_SERVICE=$1; export CORELOCATION_SERVICE; env -u XDG_RUNTIME_DIR \"$gps\" status"
    let run = try Tool.shell(script, path)
    #expect(run.exitCode == 0)
    #expect(run.lines.last == "the location service answers; no other program listens to it")
    let object = try #require(try Tool.shell(script + " --json", path).objects.last)
    #expect(object["service"] as? String == path && object["listeners"] as? Int == 0)
  }
}
