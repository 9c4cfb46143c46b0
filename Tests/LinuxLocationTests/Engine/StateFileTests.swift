// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@testable import LinuxLocation

/// Files of regions and monitors when the machine fails.
@Suite final class StateFileTests {
  private let scratch: ScratchFolder
  private var root: URL { scratch.url.appending(path: "state") }
  private var file: StateFile {
    StateDirectory(root: root, application: "org.example.app").file("regions", "all")
  }

  init() throws { scratch = try ScratchFolder() }

  @Test func aDamagedFileIsSaidAndNotGuessed() throws {
    try file.write(["home": 1])
    try Data("{\"home\":".utf8).write(to: file.url)
    #expect(throws: StateFile.Damage.self) { try file.read([String: Int].self) }
  }

  @Test func whatCannotBeWrittenLeavesTheOldFile() throws {
    try file.write(["home": 1])
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    #expect(throws: CancellationError.self) { try file.write(Refusing()) }
    #expect(try file.read([String: Int].self) == ["home": 1])
  }

  @Test func replacesALinkAndNotWhatItLeadsTo() throws {
    try file.write(["home": 1])
    let victim = root.appendingPathComponent("victim")
    try Data("mine".utf8).write(to: victim)
    try FileManager.default.removeItem(at: file.url)
    try FileManager.default.createSymbolicLink(at: file.url, withDestinationURL: victim)
    try file.write(["home": 2])
    #expect(try String(contentsOf: victim, encoding: .utf8) == "mine")
    #expect(try file.read([String: Int].self) == ["home": 2])
  }

  @Test func writesThroughNoLinkWhereTheNewFileIsMade() throws {
    try file.write(["home": 1])
    let victim = root.appendingPathComponent("victim")
    try Data("mine".utf8).write(to: victim)
    let link = file.url.path + ".\(getpid()).new"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim.path)
    try file.write(["home": 2])
    #expect(try String(contentsOf: victim, encoding: .utf8) == "mine")
    #expect(try file.read([String: Int].self) == ["home": 2])
  }

  /// A path of the maximum length, or a name that an application chooses, can exceed the maximum length of a file name.
  @Test func keepsWhatHasALongName() throws {
    let application = ApplicationIdentifier("/opt/" + String(repeating: "deep/", count: 800) + "a")
    let directory = StateDirectory(root: root, application: application)
    for name in ["a", "b"] {
      let long = String(repeating: "é/", count: 1000) + name
      try directory.file("monitors", long).write(["home": name])
    }
    let long = String(repeating: "é/", count: 1000)
    #expect(try directory.file("monitors", long + "a").read([String: String].self) == ["home": "a"])
    #expect(try directory.file("monitors", long + "b").read([String: String].self) == ["home": "b"])
  }

  @Test func refusesWhatIsNestedTooDeep() throws {
    try file.write(["home": 1])
    try Data(String(repeating: "[", count: 9700).utf8).write(to: file.url)
    #expect(throws: StateFile.Damage.self) { try file.read([String: Int].self) }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can write there"))
  func leavesTheHomeOfSomebodyElseAlone() throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try #require(chown(root.path, 65534, 65534) == 0)
    #expect(throws: SystemError("write", file.url.path, errno: EPERM)) {
      try file.write(["home": 1])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty)
  }

  @Test func waitsForNoPipeInItsPlace() throws {
    try file.write(["home": 1])
    try FileManager.default.removeItem(at: file.url)
    try #require(mkfifo(file.url.path, 0o600) == 0)
    #expect(throws: StateFile.Damage.self) { try file.read([String: Int].self) }
  }

  @Test func whatAKilledProcessWasWritingIsRemoved() throws {
    try file.write(["home": 1])
    let folder = file.url.deletingLastPathComponent()
    for (name, age) in [("all.json.4711.new", -61.0), ("all.json.4712.new", 0)] {
      let path = folder.appending(path: name).path
      try Data("{".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: age)], ofItemAtPath: path)
    }
    #expect(try file.read([String: Int].self) == ["home": 1])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["all.json", "all.json.4712.new"])
  }

  @Test func nobodyElseMayReadIt() throws {
    try file.write(["home": 1])
    for path in [file.url.path, file.url.deletingLastPathComponent().path] {
      let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((rights as? Int).map { $0 & 0o077 } == 0, "\(path)")
    }
  }

  @Test func aPlaceThatIsNoFolderIsAnError() throws {
    try Data().write(to: root)
    #expect(throws: (any Error).self) { try file.write(["home": 1]) }
  }

  @Test func aMonitorSaysThatItCannotKeepItsConditions() throws {
    try Data().write(to: root)
    let said = Mutex<[String]>([])
    let records = MonitorRecords(
      name: "faults", directory: StateDirectory(root: root, application: "org.example.app")
    ) { line in said.withLock { $0.append(line) } }
    records.add(
      CLMonitor.CircularGeographicCondition(center: TestLocations.origin, radius: 100), "home",
      assuming: .unknown)
    #expect(said.withLock { $0.count } == 1)
    #expect(said.withLock { $0.first?.hasPrefix("cannot save conditions: cannot create ") } == true)
    #expect(records.count == 1)
  }
}
