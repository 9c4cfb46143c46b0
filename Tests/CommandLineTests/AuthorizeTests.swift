// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LocationAuthorization
import TestSupport
import Testing

@Suite struct AuthorizeTests {
  private let scratch: ScratchFolder
  private var home: String { scratch.path + "/home" }
  private var file: String { home + "/core-location-linux/authorization.json" }

  init() throws { scratch = try ScratchFolder() }

  /// Runs `gps authorize` with a decision store in the scratch folder; `$1` is that folder.
  private func authorize(_ words: String) throws -> Run {
    try Tool.shell(
      "XDG_CONFIG_HOME=$1/home; export XDG_CONFIG_HOME; cd \"$1\"; \"$gps\" authorize \(words)",
      scratch.path)
  }

  /// Returns the value of a member for each application that is listed.
  private func listed(_ member: String) throws -> [String?] {
    try authorize("list --json").objects.map { $0[member].map { "\($0)" } }
  }

  @Test(
    arguments: [
      ("allow a.b", "a.b: while using, full accuracy", "authorizedWhenInUse"),
      ("allow a.b --always", "a.b: always, full accuracy", "authorizedAlways"),
      ("deny a.b", "a.b: denied, full accuracy", "denied"),
      ("ask a.b", "a.b: ask, full accuracy", "notDetermined"),
      ("once a.b", "a.b: once, full accuracy", "once"),
      ("precise a.b off", "a.b: ask, reduced accuracy", "notDetermined"),
      ("precise a.b on", "a.b: ask, full accuracy", "notDetermined"),
    ])
  func keepsADecision(words: String, line: String, decision: String) throws {
    let run = try authorize(words)
    #expect(run.exitCode == 0 && run.complaints.isEmpty && run.lines == [line])
    let object = try #require(try authorize("list --json").objects.first)
    #expect(object["application"] as? String == "a.b" && object["decision"] as? String == decision)
    #expect((object["decided"] as? String)?.hasSuffix("Z") == true)
  }

  @Test func changesAnswerAndAccuracySeparately() throws {
    _ = try authorize("precise a.b off")
    _ = try authorize("allow a.b")
    #expect(try authorize("deny a.b").lines == ["a.b: denied, reduced accuracy"])
    #expect(try authorize("precise a.b on").lines == ["a.b: denied, full accuracy"])
  }

  @Test func listsDecisions() throws {
    #expect(try authorize("list").lines == ["there are no decisions yet"])
    #expect(try authorize("list --json").output.isEmpty)
    _ = try authorize("deny c.d")
    _ = try authorize("allow a.b")
    let lines = try authorize("list").lines
    #expect(lines.first == "APPLICATION  LOCATION     ACCURACY  DECIDED")
    #expect(
      lines.dropFirst().map { $0.prefix(35) } == [
        "a.b          while using  full     ", "c.d          denied       full     ",
      ])
  }

  @Test func forgets() throws {
    for name in ["a.b", "c.d", "e.f"] { _ = try authorize("deny \(name)") }
    #expect(try authorize("reset a.b").lines == ["forgot 1 decision"])
    #expect(try authorize("reset a.b").lines == ["forgot 0 decisions"])
    #expect(try listed("application") == ["c.d", "e.f"])
    #expect(try authorize("reset").lines == ["forgot 2 decisions"])
    #expect(try listed("application").isEmpty)
  }

  // MARK: Naming the application

  @Test func knowsAnExecutableByItsRealPath() throws {
    let walk = try scratch.file("walk", "")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: "walk")
    let real = URL(filePath: walk).resolvingSymlinksInPath().path
    for name in ["./walk", "./link", "../\(URL(filePath: scratch.path).lastPathComponent)/walk"] {
      #expect(try authorize("allow \(name)").lines == ["\(real): while using, full accuracy"])
    }
    #expect(try listed("application") == [real])
    // After it is deleted, an executable is known by the name under which it was decided about.
    try FileManager.default.removeItem(atPath: walk)
    expectFailure(try authorize("deny ./walk"), 66, "cannot find ./walk: there is no such file")
    #expect(try authorize("deny '\(real)'").lines == ["\(real): denied, full accuracy"])
  }

  @Test(
    arguments: [
      (
        "a file that is not there", "allow ./nothing", 66, "cannot find ./nothing: there is no such"
      ),
      (
        "neither identifier nor path", "allow walk", 66, "write ./walk for a file in this directory"
      ),
      ("a directory", "allow /tmp", 66, "cannot find /tmp: it is a directory without a bundle"),
    ] as [(why: String, words: String, exitCode: CInt, complaint: String)])
  func refuses(why: String, words: String, exitCode: CInt, complaint: String) throws {
    expectFailure(try authorize(words), exitCode, complaint)
    #expect(!FileManager.default.fileExists(atPath: file), "\(why)")
  }

  @Test func printsNoControlCharacterOfAPath() throws {
    _ = try scratch.file("e\u{1B}[2Jvil", "")
    let run = try authorize("deny ./e*vil")
    #expect(run.exitCode == 0 && run.lines.first?.contains("/e\\u{1b}[2Jvil: denied") == true)
    for options in ["list", "list --json"] {
      #expect(try authorize(options).output.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    }
  }

  /// A name that is not UTF-8 can be entered again as it was displayed.
  @Test func acceptsNamesThatAreNotUTF8() throws {
    let bytes = ApplicationIdentifier(Array("/opt/".utf8) + [0xFF])
    try DecisionStore(directory: home + "/core-location-linux").update(at: .now) {
      $0[bytes] = Decision(.authorizedAlways)
    }
    #expect(try listed("application") == ["/opt/%FF"])
    #expect(try authorize("deny /opt/%FF").lines == ["/opt/%FF: denied, full accuracy"])
    #expect(try listed("application") == ["/opt/%FF"])
  }

  // MARK: Files

  /// The case of sudo, which may leave HOME unchanged.
  @Test(.enabled(if: geteuid() == 0, "only root can write there"))
  func writesNothingOfRootsIntoTheHomeOfSomebodyElse() throws {
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try #require(chown(home, 65534, 65534) == 0)
    expectFailure(
      try authorize("deny a.b"), 77,
      "belongs to user 65534, who could not read the file that root writes; run it as that user")
    #expect(scratch.names("home").isEmpty)
  }

  @Test func namesTheProgramThatItWaitsFor() throws {
    _ = try authorize("deny a.b")
    let run = try Tool.shell(
      """
      XDG_CONFIG_HOME=$1/home; export XDG_CONFIG_HOME
      lock=$1/home/core-location-linux/authorization.lock
      flock "$lock" sleep 3 &
      while flock --nonblock "$lock" true; do sleep 0.01; done
      "$gps" authorize deny c.d
      """, scratch.path)
    #expect(run.exitCode == 0 && run.lines == ["c.d: denied, full accuracy"])
    let complaints = String(decoding: run.complaints, as: UTF8.self)
    #expect(complaints.contains("waiting for another program, which holds \(home)/"))
  }

  @Test(arguments: ["list", "allow a.b", "reset", "deny a.b"])
  func neverTouchesADamagedFile(words: String) throws {
    try FileManager.default.createDirectory(
      atPath: home + "/core-location-linux", withIntermediateDirectories: true)
    _ = try scratch.file("home/core-location-linux/authorization.json", #"{"version":1"#)
    expectFailure(try authorize(words), 65, "authorization.json: it is damaged (")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"version":1"#)
  }

  @Test func reportsAMissingHome() throws {
    let run = try Tool.shell("env -u HOME -u XDG_CONFIG_HOME \"$gps\" authorize list")
    expectFailure(run, 69, "HOME is not set")
  }

  /// Processes that write at the same time lose none of each other's changes.
  @Test func letsProcessesWriteAtOnce() throws {
    let run = try Tool.shell(
      """
      XDG_CONFIG_HOME=$1/home; export XDG_CONFIG_HOME
      seq 24 | xargs -P 6 -I{} "$gps" authorize deny a.b{}
      """, scratch.path)
    #expect(run.exitCode == 0 && run.complaints.isEmpty && run.lines.count == 24)
    #expect(try listed("application").count == 24)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home + "/core-location-linux").sorted()
        == ["authorization.json", "authorization.lock"], "nothing is left over")
  }

  /// Every member that is printed is in the manual.
  @Test func documentsItsMembers() throws {
    let text = try Repository.text("docs/cli.md")
    let start = try #require(text.range(of: "## `gps authorize`"))
    let end = try #require(text[start.upperBound...].range(of: "\n## `gps status`"))
    let chapter = text[start.upperBound..<end.lowerBound]
    _ = try authorize("precise a.b off")
    for member in try #require(authorize("list --json").objects.first).keys {
      #expect(chapter.contains("`\(member)`"), "\(member)")
    }
  }
}
