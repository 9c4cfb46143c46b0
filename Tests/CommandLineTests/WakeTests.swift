// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized) struct WakeTests {
  /// By the user's systemd, for which a program stands in that starts others as it does, and without.
  @Test(arguments: [true, false])
  func wakesEachApplicationOnceWithItsEvent(hasManager: Bool) throws {
    let world = try WakeWorld(hasManager: hasManager)
    let ending = try (1...5).map { try world.application("ends\($0)") }
    let staying = try world.application("stays", does: "stays")
    let names = ["denied", "reset", "forgotten", "writable", "replaced", "setuid", "crashing"]
    let others = try names.map {
      try world.application($0, does: $0 == "crashing" ? "crashes" : "")
    }
    chmod(others[5], 0o4755)
    try world.run(ending + others)
    let stays = try world.start(staying)
    defer { stays.terminate() }
    try world.gps("authorize", "deny", others[0])
    try world.gps("authorize", "reset", others[1])
    try world.gps("wake", "forget", others[2])
    chmod(others[3], 0o777)
    try FileManager.default.copyItem(atPath: others[4], toPath: others[4] + ".new")
    rename(others[4] + ".new", others[4])

    try world.watch()
    try world.settle(north: 0)
    #expect(world.stay(north: 500) { ending.allSatisfy { world.told($0).count >= 2 } })
    #expect(world.stay(north: 0) { ending.allSatisfy { world.told($0).count >= 4 } })
    world.stay(north: 0, seconds: 60)
    for path in ending {
      #expect(world.told(path) == ["woken", "left home", "woken", "entered home"])
    }
    for path in others + [staying] { #expect(world.told(path) == [], "\(path)") }
    let list = try world.list()
    #expect(list["ends1"]?["lastEvent"] as? String == "entered home")
    #expect(list["ends1"]?["lastResult"] as? String == "told")
    #expect(list["denied"]?["refusal"] as? String == "denied")
    #expect(list["reset"]?["refusal"] as? String == "no longer allowed")
    #expect((list["writable"]?["refusal"] as? String)?.contains("may write to") == true)
    #expect((list["replaced"]?["refusal"] as? String)?.contains("was replaced") == true)
    #expect(list["forgotten"] == nil && list["setuid"] == nil)
    #expect(list["crashing"]?["lastResult"] as? String == "ended")
    #expect(list["crashing"]?["lastDetail"] as? String == "signal 6")
    #expect(list["crashing"]?["waitingEvents"] as? Int == 2)
    // The five, the one that stays, and the one that crashes are watched for.
    #expect(try world.gps("status").contains("gps wake watches for 7 applications\n"))
    #expect(
      try world.gps("status", "--json").hasSuffix("{\"applications\":7,\"wake\":true}\n"))
    let woken = try world.gps("authorize", "list", "--json").components(
      separatedBy: #""woken":true"#)
    #expect(woken.count == 8)
    // Two starts of each of the five, and of the one that crashes.
    #expect(world.units.count == (hasManager ? 12 : 0))
    #expect(Set(world.units).count == world.units.count)
  }

  @Test func conditionsChangesAndVisitsComeBackToo() throws {
    let world = try WakeWorld()
    let condition = try world.application("condition", does: "conditions")
    let change = try world.application("change", does: "changes")
    let visit = try world.application("visit", does: "visits")
    try world.run([condition, change, visit])
    try world.watch()
    try world.settle(north: 0)
    #expect(world.stay(north: 0) { world.told(condition).count >= 2 })
    world.stay(north: 0, seconds: 301)
    #expect(world.stay(north: 0) { world.told(visit).count >= 2 })
    #expect(
      world.stay(north: 600) {
        world.told(visit).count >= 4 && world.told(change).count >= 2
          && world.told(condition).count >= 4
      })
    #expect(
      world.told(condition) == ["woken", "condition home 1", "woken", "condition home 2"])
    #expect(world.told(visit) == ["woken", "arrived", "woken", "departed"])
    let changes = world.told(change)
    #expect(changes.count == 2 && changes.last?.hasPrefix("changed ") == true)
    #expect(try world.list()["change"]?["significantChanges"] as? Bool == true)
  }

  /// Where a program that takes a second to end after it was told is killed at random, and so is `gps wake`.
  @Test(arguments: [true, false])
  func deliversEachEventOnceAcrossKills(hasManager: Bool) throws {
    let world = try WakeWorld(hasManager: hasManager)
    let path = try world.application("lingers", does: "lingers")
    try world.run([path])
    try world.watch()
    try world.settle(north: 0)
    // Killed before it knows the first side, it would rightly take the next one for that.
    #expect(world.stay(north: 0) { world.hasStored("inside") })
    var expected: [String] = []
    for round in 0..<6 {
      let isOut = round % 2 == 0
      expected.append(isOut ? "left home" : "entered home")
      var events: [String] { world.told(path).filter { $0 != "woken" } }
      var wasClaimed = false
      if round % 3 == 0 {
        // While the crossing is noticed, or its program started.
        world.stay(north: isOut ? 500 : 0, seconds: Int.random(in: 15...40))
        world.stop()
        try world.watch()
      } else {
        let starts = world.told(path).filter { $0 == "woken" }.count
        #expect(
          world.stay(north: isOut ? 500 : 0) {
            world.told(path).filter { $0 == "woken" }.count > starts
          })
        // gps wake removes what was claimed, so it stands still until that has been looked at.
        wasClaimed = world.whilePaused {
          for process in Self.processes(of: path) { kill(process, SIGKILL) }
          _ = eventually { Self.processes(of: path).isEmpty }
          return world.hasClaimedEvent
        }
      }
      #expect(world.stay(north: isOut ? 500 : 0) { events.count >= expected.count || wasClaimed })
      // Killed between claiming the event and the call of its delegate, which is once at most.
      if wasClaimed, events.count < expected.count { expected.removeLast() }
      #expect(world.stay(north: isOut ? 500 : 0) { Self.processes(of: path).isEmpty })
      #expect(events == expected)
    }
  }

  private static func processes(of path: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == path
    }
  }

  @Test func runsOncePerUser() throws {
    let world = try WakeWorld()
    try world.watch()
    // It holds the lock once it says what it watches for.
    let reason = "no application has registered for wake-ups; an application registers when"
    #expect(eventually { world.complaints.contains(reason) })
    #expect(try world.gps("wake", "list").contains(reason))
    try world.watch()
    #expect(eventually { !world.isWatching })
    #expect(world.complaints.contains("another \"gps wake\" of this user is running"))
  }

  @Test func wakesNothingAsRootUnlessAllowed() throws {
    guard geteuid() == 0 else { return print("skipped: the tests do not run as root") }
    let run = try Tool.run(["wake"])
    expectFailure(run, 77, "cannot wake programs as root")
  }

  @Test func forgettingSomethingUnknownFails() throws {
    expectFailure(
      try Tool.run(["wake", "forget", "org.example.unknown"]), 66, "it has not registered")
  }
}
