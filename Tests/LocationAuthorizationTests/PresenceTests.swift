// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LocationAuthorization

@Suite struct PresenceTests {
  @Test func tellsWhoUsesTheLocationAsLongAsItDoes() throws {
    let stage = try Stage()
    #expect(stage.presence.isEmpty)
    stage.center.noteUse(["visits", "standard"], showsIndicator: false)
    #expect(eventually { stage.presence.count == 1 })
    var expected = PresenceEntry(
      application: Stage.application, process: getpid(),
      since: Date(timeIntervalSince1970: 1_750_000_000), isInBackground: false,
      showsIndicator: false, kinds: ["standard", "visits"])
    #expect(stage.presence == [expected])
    stage.center.noteUse(["visits"], showsIndicator: true)
    expected.kinds = ["visits"]
    expected.showsIndicator = true
    #expect(eventually { stage.presence == [expected] })
    stage.center.noteUse([], showsIndicator: true)
    #expect(eventually { stage.folder.names("run").isEmpty })
  }

  @Test func tellsWhetherItIsInTheBackground() throws {
    let stage = try Stage()
    try stage.decide(.always)
    #expect(eventually { stage.status == .authorizedAlways })
    stage.center.noteUse(["standard"], showsIndicator: true)
    #expect(eventually { stage.presence.first?.isInBackground == false })
    stage.go(.background)
    #expect(eventually { stage.presence.first?.isInBackground == true })
  }

  @Test func endsWithItsCenter() throws {
    let folder = try ScratchFolder()
    var stage: Stage? = try Stage(folder)
    stage?.center.noteUse(["standard"], showsIndicator: true)
    #expect(eventually { stage?.presence.count == 1 })
    stage = nil
    #expect(eventually { folder.names("run").isEmpty })
  }

  /// Its file is held: what is written meanwhile is neither taken for stale nor read by half.
  @Test func isNeverLostWhileItChanges() throws {
    let stage = try Stage()
    stage.center.noteUse(["0"], showsIndicator: true)
    #expect(eventually { stage.presence.count == 1 })
    for change in 1...200 {
      stage.center.noteUse(["\(change)"], showsIndicator: true)
      #expect(stage.presence.count == 1)
    }
    #expect(eventually { stage.presence.first?.kinds == ["200"] })
  }

  /// Readers that come before a new file is held take it for stale; it is told all the same.
  @Test func isToldWhoeverLooks() throws {
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
    for number in 1...2000 as ClosedRange<UInt32> {
      var file = PresenceFile(directory: run, process: getpid(), distinction: number)
      try file.tell(entry)
      #expect(try PresenceDirectory(path: run).entries() == [entry])
      try file.tell(entry)
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
    try folder.file("run/other", "")
    #expect(try PresenceDirectory(path: folder.path + "/run").entries().isEmpty)
    #expect(folder.names("run") == ["other"])
  }
}
