// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocationAuthorization

@Suite struct PresenceTests {
  @Test func publishesThatTheLocationIsUsedAsLongAsItIs() throws {
    let stage = try Stage()
    #expect(stage.presence.isEmpty)
    stage.center.publishUse(["visits", "standard"], showsIndicator: false)
    #expect(eventually { stage.presence.count == 1 })
    var expected = PresenceEntry(
      application: Stage.application.description, process: getpid(),
      since: Date(timeIntervalSince1970: 1_750_000_000), isInBackground: false,
      showsIndicator: false, kinds: ["standard", "visits"])
    #expect(stage.presence == [expected])
    stage.center.publishUse(["visits"], showsIndicator: true)
    expected.kinds = ["visits"]
    expected.showsIndicator = true
    #expect(eventually { stage.presence == [expected] })
    stage.center.publishUse([], showsIndicator: true)
    #expect(eventually { stage.folder.names("run").isEmpty })
  }

  @Test func publishesWhetherItIsInTheBackground() throws {
    let stage = try Stage()
    try stage.decide(.always)
    #expect(eventually { stage.status == .authorizedAlways })
    stage.center.publishUse(["standard"], showsIndicator: true)
    #expect(eventually { stage.presence.first?.isInBackground == false })
    stage.go(.background)
    #expect(eventually { stage.presence.first?.isInBackground == true })
  }

  @Test func endsWithItsCenter() throws {
    let folder = try ScratchFolder()
    var stage: Stage? = try Stage(folder)
    stage?.center.publishUse(["standard"], showsIndicator: true)
    #expect(eventually { stage?.presence.count == 1 })
    stage = nil
    #expect(eventually { folder.names("run").isEmpty })
  }

  /// The file stays locked, so readers neither take it for stale nor read a partial one while it changes.
  @Test func isNeverLostWhileItChanges() throws {
    let stage = try Stage()
    stage.center.publishUse(["0"], showsIndicator: true)
    #expect(eventually { stage.presence.count == 1 })
    for change in 1...200 {
      stage.center.publishUse(["\(change)"], showsIndicator: true)
      #expect(stage.presence.count == 1)
    }
    #expect(eventually { stage.presence.first?.kinds == ["200"] })
  }

  /// Readers take a new file that is not locked yet for stale, but it is published nevertheless.
  @Test func isPublishedWhoeverLooks() throws {
    let folder = try ScratchFolder()
    let run = folder.path + "/run"
    let entry = PresenceEntry(
      application: "a", process: getpid(), since: Date(timeIntervalSince1970: 1_750_000_000),
      isInBackground: false, showsIndicator: false, kinds: ["standard"])
    let isOver = Atomic(false)
    let reader = Thread {
      let directory = PresenceDirectory(path: run)
      while !isOver.load(ordering: .relaxed) { _ = try? directory.entries() }
    }
    reader.start()
    defer { isOver.store(true, ordering: .relaxed) }
    var other = entry
    other.kinds = ["visits"]
    for number in 1...2000 as ClosedRange<UInt32> {
      var file = PresenceFile(directory: run, process: getpid(), distinction: number)
      try file.publish(entry)
      #expect(try PresenceDirectory(path: run).entries() == [entry])
      try file.publish(other)
    }
  }

  @Test func removesWhatNobodyHolds() throws {
    let folder = try ScratchFolder()
    let entry =
      #"{"application":"a","pid":1,"since":"2025-06-15T12:00:00Z","#
      + #""background":true,"indicator":true,"kinds":[]}"#
    try folder.file("run/1-a.json", entry)
    try folder.file("run/2-b.json", "{")
    try folder.file("run/3-c.json.new", "")
    #expect(try PresenceDirectory(path: folder.path + "/run").entries().isEmpty)
    #expect(folder.names("run").isEmpty)
  }

  @Test(
    arguments: [
      "other", "package.json", "package.json.new", "1.json", "-a.json", "1-g.json", "1-a-b.json",
      "1-123456789.json", "+1-a.json", "1-+a.json", "1-a.json.new.new", ".1-a.json", "1-a.JSON",
    ])
  func leavesWhatItDidNotName(name: String) throws {
    let folder = try ScratchFolder()
    try folder.file("run/" + name, "{}")
    #expect(try PresenceDirectory(path: folder.path + "/run").entries().isEmpty)
    #expect(folder.names("run") == [name])
  }

  /// With a link in place of the runtime directory, the files of a project were once removed.
  @Test func followsNoLinkToAnotherDirectory() throws {
    let folder = try ScratchFolder()
    try folder.file("project/7-a.json", "{}")
    try #require(symlink(folder.path + "/project", folder.path + "/run") == 0)
    let error = #expect(throws: AuthorizationError.self) {
      try PresenceDirectory(path: folder.path + "/run").entries()
    }
    #expect(error?.description.contains("it is a link or not a directory") == true)
    #expect(folder.names("project") == ["7-a.json"])
    let stage = try Stage(folder)
    stage.center.publishUse(["standard"], showsIndicator: true)
    #expect(eventually { stage.lines.entries.contains { $0.contains("it is a link") } })
    #expect(folder.names("project") == ["7-a.json"])
  }

  @Test func removesNothingWhereOthersMayWrite() throws {
    let folder = try ScratchFolder()
    try folder.file("run/7-a.json", "{}")
    try #require(chmod(folder.path + "/run", 0o777) == 0)
    #expect(throws: AuthorizationError.self) {
      try PresenceDirectory(path: folder.path + "/run").entries()
    }
    #expect(folder.names("run") == ["7-a.json"])
  }

  /// Under sudo, the session and its directory belong to another user.
  @Test(.enabled(if: geteuid() == 0, "only root can"))
  func leavesTheSessionOfSomebodyElseAlone() throws {
    let folder = try ScratchFolder()
    try folder.file("session/7-a.json", "{}")
    try #require(chown(folder.path + "/session", 65534, 65534) == 0)
    var file = PresenceFile(directory: folder.path + "/session/core-location-linux", process: 7)
    let entry = PresenceEntry(
      application: "a", process: 7, since: .now, isInBackground: false, showsIndicator: false,
      kinds: [])
    #expect(throws: AuthorizationError.self) { try file.publish(entry) }
    let error = #expect(throws: AuthorizationError.self) {
      try PresenceDirectory(path: folder.path + "/session").entries()
    }
    #expect(error?.description.contains("it belongs to user 65534; run this as that user") == true)
    #expect(folder.names("session") == ["7-a.json"])
  }

  @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
  func removesNoFileOfSomebodyElse() throws {
    let folder = try ScratchFolder()
    let path = try folder.file("run/7-a.json", "{}")
    try #require(chown(path, 65534, 65534) == 0)
    #expect(try PresenceDirectory(path: folder.path + "/run").entries().isEmpty)
    #expect(folder.names("run") == ["7-a.json"])
  }
}
