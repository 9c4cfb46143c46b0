// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LocationAuthorization
import SerialLine
import Synchronization
import TestSupport
import Testing

@Suite struct DecisionStoreTests {
  private let folder: ScratchFolder
  private var store: DecisionStore { folder.store }
  private let noon = Date(timeIntervalSince1970: 1_750_000_000.25)

  init() throws { folder = try ScratchFolder() }

  @Test func keepsNothingUntilSomethingIsDecided() throws {
    #expect(try store.read().isEmpty)
    #expect(folder.names().isEmpty)
  }

  /// The format of the manual, and no more.
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

  /// Found by fuzzing: the names in a damaged file are in what is said about it.
  @Test func complainsInOneLineWhateverADamagedFileHolds() throws {
    try folder.file(
      "config/authorization.json",
      #"{"version":1,"applications":{"a\n\u001b[2J":{"status":"maybe"}}}"#)
    let error = #expect(throws: AuthorizationError.self) { try store.read() }
    let text = try #require(error?.description)
    #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(text.contains(#"a\u{a}\u{1b}[2J"#))
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

  /// No change of another writer is lost, and no reader sees a half.
  @Test func letsManyWriteAtOnce() throws {
    let writers = 4
    let changes = 25
    let store = store
    let failures = Guarded(0)
    let isReading = Atomic(true)
    let reader = Thread {
      while isReading.load(ordering: .relaxed) {
        if (try? store.read()) == nil { failures.withLock { $0 += 1 } }
      }
    }
    reader.start()
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      for change in 0..<changes {
        let isWritten = try? store.update(at: .now) { $0["w\(writer).c\(change)"] = .denied }
        if isWritten == nil { failures.withLock { $0 += 1 } }
      }
    }
    isReading.store(false, ordering: .relaxed)
    #expect(failures.withLock { $0 } == 0)
    #expect(try store.read().count == writers * changes)
  }

  @Test(arguments: ["authorization.json", "authorization.lock", "authorization.json.PID.new"])
  func writesThroughNoLink(name: String) throws {
    try store.update(at: noon) { $0["a.b"] = .denied }
    let victim = try folder.file("victim", "mine")
    let link = folder.path + "/config/" + name.replacing("PID", with: "\(getpid())")
    unlink(link)
    try #require(symlink(victim, link) == 0)
    // What the link leads to holds no decisions, so nothing may be changed either.
    #expect(throws: AuthorizationError.self) {
      try store.update(at: noon) { $0["c.d"] = .always }
    }
    #expect(try folder.text("victim") == "mine")
  }

  @Test func saysWhereItCannotWrite() throws {
    let file = try folder.file("file", "")
    let error = #expect(throws: AuthorizationError.self) {
      try DecisionStore(directory: file + "/below").update(at: noon) { $0["a.b"] = .denied }
    }
    #expect(error?.description.hasPrefix("cannot write \(file)/below: ") == true)
  }
}
