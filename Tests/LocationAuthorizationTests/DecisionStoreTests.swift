// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

import struct Synchronization.Atomic

@Suite struct DecisionStoreTests {
  private let folder: ScratchFolder
  private var store: DecisionStore { folder.store }
  private let noon = Date(timeIntervalSince1970: 1_750_000_000.25)

  init() throws { folder = try ScratchFolder() }

  @Test func keepsNothingUntilSomethingIsDecided() throws {
    #expect(try store.read().isEmpty)
    #expect(folder.names().isEmpty)
  }

  /// The format in the manual, and nothing else.
  @Test func writesWhatTheManualSays() throws {
    var decision = Decision.provisional
    decision.accuracy = .reduced
    decision.wasAskedForAlways = true
    try store.update(at: noon) { $0 = ["/usr/bin/walk": decision, "a.b": .denied] }
    #expect(
      try folder.text("config/authorization.json") == """
        {
          "applications" : {
            "/usr/bin/walk" : {
              "accuracy" : "reduced",
              "alwaysAsked" : true,
              "decided" : "2025-06-15T15:06:40.250Z",
              "provisional" : true,
              "status" : "authorizedAlways"
            },
            "a.b" : {
              "decided" : "2025-06-15T15:06:40.250Z",
              "status" : "denied"
            }
          },
          "version" : 1
        }

        """)
    #expect(try store.read()["/usr/bin/walk"]?.isSame(as: decision) == true)
    #expect(folder.names("config") == ["authorization.json", "authorization.lock"])
  }

  @Test func readsWhatPeopleWrite() throws {
    try folder.file(
      "config/authorization.json",
      #"{"version":1,"applications":{"a.b":{"status":"once","decided":"2025-06-15T15:06:40Z"}}}"#)
    let decision = try #require(try store.read()["a.b"])
    #expect(decision.answer == .once && decision.accuracy == nil && !decision.isProvisional)
    #expect(decision.date == Date(timeIntervalSince1970: 1_750_000_000))
  }

  @Test(
    arguments: [
      ("cut off", #"{"version":1,"applications":{"#), ("empty", ""), ("no object", "[]"),
      ("a status that nobody knows", #"{"version":1,"applications":{"a.b":{"status":"yes"}}}"#),
      ("no status", #"{"version":1,"applications":{"a.b":{}}}"#),
      ("a newer version", #"{"version":2,"applications":{}}"#),
      ("no version", #"{"applications":{}}"#),
      (
        "a misspelt member",
        #"{"version":1,"applications":{"a.b":{"status":"authorizedAlways","acuracy":"reduced"}}}"#
      ),
      ("a member of a later program", #"{"version":1,"applications":{},"groups":{}}"#),
      (
        "an application in two spellings",
        #"{"version":1,"applications":{"/K":{"status":"authorizedAlways"},"/%4B":{"status":"denied"}}}"#
      ),
      (
        "an application twice",
        #"{"version":1,"applications":{"a.b":{"status":"denied"},"a.b":{"status":"once"}}}"#
      ),
      (
        "two statuses",
        #"{"version":1,"applications":{"a.b":{"status":"denied","status":"authorizedAlways"}}}"#
      ),
      ("applications twice", #"{"version":1,"applications":{},"applications":{}}"#),
    ])
  func neverOverwritesADamagedFile(why: String, text: String) throws {
    try folder.file("config/authorization.json", text)
    let store = store
    let error = #expect(throws: AuthorizationError.self, "\(why)") { try store.read() }
    #expect(error?.description.contains("authorization.json: it is damaged (") == true)
    #expect(throws: AuthorizationError.self, "\(why)") {
      try store.update(at: noon) { $0["a.b"] = .denied }
    }
    #expect(try folder.text("config/authorization.json") == text)
  }

  /// Found by fuzzing: the error for a damaged file contains names from it.
  @Test func complainsInOneLineWhateverADamagedFileHolds() throws {
    try folder.file(
      "config/authorization.json",
      #"{"version":1,"applications":{"a\n\u001b[2J":{"status":"maybe"}}}"#)
    let error = #expect(throws: AuthorizationError.self) { try store.read() }
    let text = try #require(error?.description)
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(text.contains(#"a\u{a}\u{1b}[2J"#))
  }

  /// A longer file takes a second and more to read; it is refused at once, and never written.
  @Test(arguments: [(1 << 20, true), (1 << 20 + 1, false), (1 << 22 + 1, false)])
  func readsNoMoreThanOneMebibyte(size: Int, isRead: Bool) throws {
    let text = #"{"version":1,"applications":{}}"#
    try folder.file("config/authorization.json", text + String(repeating: " ", count: size - 31))
    let store = store
    if isRead {
      #expect(try store.read().isEmpty)
    } else {
      let error = #expect(throws: AuthorizationError.self) { try store.read() }
      #expect(error?.description.contains("it is damaged (more than ") == true)
    }
  }

  /// Every decision in a file that is too long to be read would be lost.
  @Test func writesNoMoreThanCanBeRead() throws {
    try store.update(at: noon) { $0["a.b"] = .denied }
    let store = store
    #expect(throws: AuthorizationError.self) {
      try store.update(at: noon) { decisions in
        for number in 0..<5 {
          let name = "/\(number)" + String(repeating: "a", count: 1 << 20)
          decisions[ApplicationIdentifier(name)] = .always
        }
      }
    }
    #expect(try store.read()["a.b"]?.answer == .denied)
  }

  @Test func datesOnlyWhatChanges() throws {
    try store.update(at: noon) { $0 = ["a.b": .denied, "c.d": .always] }
    let all = try store.update(at: noon + 60) { $0["a.b"] = .always }
    #expect(all["a.b"]?.date == noon + 60 && all["c.d"]?.date == noon)
  }

  @Test func replacesOnlyWhatItKnows() throws {
    try store.update(at: noon) { $0["a.b"] = .denied }
    let result = try store.replace(nil, of: "a.b", with: .always, at: noon + 1)
    #expect(!result.isKept && result.decision?.answer == .denied)
    let second = try store.replace(.denied, of: "a.b", with: .always, at: noon + 1)
    #expect(second.isKept && second.decision?.answer == .authorizedAlways)
    #expect(second.decision?.date == noon + 1)
  }

  /// No writer's change is lost, and no reader sees a partial file.
  @Test func letsManyWriteAtOnce() throws {
    let writers = 4
    let changes = 25
    let store = store
    let failures = Mutex(0)
    let isReading = Atomic(true)
    let reader = Thread {
      while isReading.load(ordering: .relaxed) {
        if (try? store.read()) == nil { failures.withLock { $0 += 1 } }
      }
    }
    reader.start()
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      for change in 0..<changes {
        let isWritten = try? store.update(at: .now) {
          $0[ApplicationIdentifier("w\(writer).c\(change)")] = .denied
        }
        if isWritten == nil { failures.withLock { $0 += 1 } }
      }
    }
    isReading.store(false, ordering: .relaxed)
    #expect(failures.withLock { $0 } == 0)
    #expect(try store.read().count == writers * changes)
  }

  /// A link in place of the file is replaced; one in place of the lock is refused.
  @Test(arguments: [("authorization.json", true), ("authorization.lock", false)])
  func writesThroughNoLink(name: String, isWritten: Bool) throws {
    try store.update(at: noon) { $0["a.b"] = .denied }
    let victim = try folder.file("victim", #"{"version":1,"applications":{}}"#)
    let link = folder.path + "/config/" + name
    unlink(link)
    try #require(symlink(victim, link) == 0)
    let kept = try? store.update(at: noon) { $0["c.d"] = .always }
    #expect((kept != nil) == isWritten)
    #expect(try folder.text("victim") == #"{"version":1,"applications":{}}"#)
  }

  @Test func saysWhereItCannotWrite() throws {
    let file = try folder.file("file", "")
    let error = #expect(throws: AuthorizationError.self) {
      try DecisionStore(directory: file + "/below").update(at: noon) { $0["a.b"] = .denied }
    }
    #expect(error?.description.hasPrefix("cannot write \(file)/below: ") == true)
  }

  // MARK: Names

  /// Strings that Swift considers equal, and names that are not valid text.
  @Test func tellsFilesApartByTheirBytes() throws {
    let names: [ApplicationIdentifier] = [
      "/opt/K", "/opt/\u{212A}", "/opt/\u{E9}", "/opt/e\u{301}", "/opt/%4B", "/opt/%C3",
      ApplicationIdentifier(Array("/opt/".utf8) + [0xC3]),
      ApplicationIdentifier(Array("/opt/".utf8) + [0xC4]),
      ApplicationIdentifier(Array("/opt/\u{FFFD}".utf8)),
    ]
    let answers: [Decision.Answer] = [.denied, .authorizedAlways, .authorizedWhenInUse]
    try store.update(at: noon) { decisions in
      for (index, name) in names.enumerated() { decisions[name] = Decision(answers[index % 3]) }
    }
    let kept = try store.read()
    #expect(kept.count == names.count)
    for (index, name) in names.enumerated() {
      #expect(kept[name]?.answer == answers[index % 3], "\(name)")
    }
    #expect(try folder.text("config/authorization.json").utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func readsNamesThatPeopleWrite() throws {
    try folder.file(
      "config/authorization.json",
      #"{"version":1,"applications":{"/opt/K":{"status":"denied"},"/opt/\#u{212A}":{"status":"once"}}}"#
    )
    let kept = try store.read()
    #expect(kept["/opt/K"]?.answer == .denied && kept["/opt/\u{212A}"]?.answer == .once)
  }

  /// A denial applies to every link to the same file, unless there is a decision about the link's own name.
  @Test func deniesAFileByAnyOfItsNames() throws {
    let program = try folder.file("program", "")
    let link = folder.path + "/link"
    try #require(Glibc.link(program, link) == 0)
    let application = ApplicationIdentity(
      identifier: ApplicationIdentifier(link),
      executable: Executable(path: ApplicationIdentifier(link)))
    var decisions: [ApplicationIdentifier: Decision] = [ApplicationIdentifier(program): .denied]
    #expect(decisions.decision(about: application)?.answer == .denied)
    decisions[ApplicationIdentifier(link)] = Decision()
    #expect(decisions.decision(about: application)?.answer == .denied)
    decisions[ApplicationIdentifier(link)] = .whenInUse
    #expect(decisions.decision(about: application)?.answer == .authorizedWhenInUse)
    decisions = [ApplicationIdentifier(program): .always]
    #expect(decisions.decision(about: application) == nil, "what is allowed is not passed on")
  }

  // MARK: Other users

  @Test(
    arguments: [
      ("the directory, by all", "config", 0o777),
      ("the file, by all", "config/authorization.json", 0o606),
    ])
  func authorizesNothingThatOthersMayHaveWritten(why: String, name: String, mode: mode_t) throws {
    try store.update(at: noon) { $0 = [Stage.application: .always, "a.b": .denied] }
    try #require(chmod(folder.path + "/" + name, mode) == 0)
    let store = store
    let error = #expect(throws: AuthorizationError.self, "\(why)") { try store.read() }
    #expect(error?.description.contains("may write to \(folder.path)/\(name)") == true, "\(why)")
    #expect(throws: AuthorizationError.self) { try store.update(at: noon) { $0["c.d"] = .always } }
    let stage = try Stage(folder)
    #expect(stage.status == .notDetermined, "\(why)")
    stage.center.requestWhenInUse()
    #expect(eventually { stage.lines.entries.contains { $0.contains("run \"chmod go-w\"") } })
    #expect(stage.asker.kinds.isEmpty)
  }

  /// With another user's HOME, root would leave a file that this user cannot read.
  @Test(.enabled(if: geteuid() == 0, "only root can"), arguments: ["home", "home/.config"])
  func leavesTheHomeOfSomebodyElseAlone(directory: String) throws {
    try folder.file("home/mine", "")
    try #require(chown(folder.path + "/home", 65534, 65534) == 0)
    let store = DecisionStore(directory: folder.path + "/" + directory + "/core-location-linux")
    let error = #expect(throws: AuthorizationError.self) {
      try store.update(at: noon) { $0["a.b"] = .denied }
    }
    #expect(error?.cause == .notOurs(65534))
    #expect(folder.names("home") == ["mine"])
  }

  // MARK: The lock

  @Test func saysWhomItWaitsForAfterASecond() throws {
    try store.update(at: noon) { $0["a.b"] = .denied }
    let lock = open(folder.path + "/config/authorization.lock", O_RDWR)
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    let lines = Journal<String>()
    let release = Thread {
      _ = eventually { !lines.entries.isEmpty }
      close(lock)
    }
    release.start()
    let change: (inout [ApplicationIdentifier: Decision]) -> Void = { $0["c.d"] = .always }
    try store.update(at: noon, whileWaiting: { lines.append($0) }, change)
    #expect(lines.entries.count == 1)
    #expect(
      lines.entries.first?.hasPrefix("waiting for another program, which holds \(folder.path)/")
        == true)
    #expect(try store.read().count == 2)
  }

  @Test(arguments: ["authorization.lock", "authorization.json"])
  func waitsForNoPipe(name: String) throws {
    try folder.file("config/other", "")
    try #require(mkfifo(folder.path + "/config/" + name, 0o600) == 0)
    let store = store
    #expect(throws: AuthorizationError.self) { try store.update(at: noon) { $0["a.b"] = .denied } }
  }
}
