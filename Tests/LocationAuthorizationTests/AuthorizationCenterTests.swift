// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@Suite struct AuthorizationCenterTests {
  @Test func leavesNoDescriptors() async {
    await #expect(processExitsWith: .success) {
      func useCenter() throws {
        let stage = try Stage()
        stage.center.publishUse(["standard"], showsIndicator: false)
        stage.center.requestWhenInUse()
        #expect(stage.asker.answer(.chosen(.dontAllow)))
        #expect(eventually { stage.status == .denied && stage.presence.count == 1 })
      }
      try useCenter()
      let before = Folder.names(in: "/proc/self/fd").count
      for _ in 0..<50 { try useCenter() }
      #expect(eventually { Folder.names(in: "/proc/self/fd").count <= before })
    }
  }

  // MARK: Asking and storing

  @Test func asksKeepsAndTells() throws {
    let stage = try Stage()
    #expect(stage.status == .notDetermined)
    stage.center.requestWhenInUse()
    #expect(stage.center.authorization.isBeingAsked)
    #expect(stage.asker.answer(.chosen(.allowWhileUsing)))
    #expect(try eventually { try stage.kept()?.answer == .authorizedWhenInUse })
    #expect(try stage.kept()?.date == Date(timeIntervalSince1970: 1_750_000_000))
    #expect(eventually { stage.told.entries.last?.status == .authorizedWhenInUse })
    #expect(stage.told.entries.map(\.isBeingAsked) == [true, false])
    #expect(try Stage(stage.folder).status == .authorizedWhenInUse, "the next start knows it")
  }

  @Test func keepsNothingOfOnce() throws {
    let stage = try Stage()
    stage.center.requestWhenInUse()
    #expect(stage.asker.answer(.chosen(.allowOnce)))
    #expect(eventually { stage.told.entries.last?.status == .authorizedWhenInUse })
    #expect(stage.folder.names("config").isEmpty)
    #expect(try Stage(stage.folder).status == .notDetermined, "the next process asks again")
  }

  /// Of two running processes, only one receives the permission.
  @Test func givesOnceToOneProcess() throws {
    let folder = try ScratchFolder()
    let stages = try [Stage(folder), Stage(folder)]
    try stages[0].decide(Decision(.once))
    #expect(eventually { stages.contains { $0.status == .authorizedWhenInUse } })
    #expect(try eventually { try stages[0].kept()?.answer == .notDetermined })
    #expect(stages.filter { $0.status == .authorizedWhenInUse }.count == 1)
    #expect(try Stage(folder).status == .notDetermined)
  }

  /// A decision stored while the question is shown takes precedence over the answer.
  @Test func neverUndoesWhatWasDecidedMeanwhile() throws {
    let stage = try Stage()
    stage.center.requestWhenInUse()
    #expect(eventually { stage.asker.kinds.count == 1 })
    try stage.decide(.denied)
    // The center either knows of that already, or notices it when it stores the answer.
    _ = stage.asker.answerNow(.chosen(.allowWhileUsing))
    #expect(eventually { stage.status == .denied })
    #expect(try stage.kept()?.answer == .denied)
  }

  @Test func saysWhatItCannotKeep() throws {
    let folder = try ScratchFolder()
    try folder.file("config", "in the way")
    let stage = try Stage(folder)
    stage.center.requestWhenInUse()
    #expect(stage.asker.answer(.chosen(.allowWhileUsing)))
    #expect(eventually { stage.lines.entries.contains { $0.hasPrefix("cannot lock ") } })
    #expect(stage.status == .authorizedWhenInUse, "it holds as long as the process does")
  }

  // MARK: Changes from outside

  @Test func hearsWhatAnotherProcessDecides() throws {
    let stage = try Stage()
    for (decision, status) in [
      (Decision.whenInUse, AuthorizationStatus.authorizedWhenInUse), (.denied, .denied),
      (.always, .authorizedAlways), (nil, .notDetermined),
    ] {
      try stage.decide(decision)
      #expect(eventually { stage.told.entries.last?.status == status })
      #expect(stage.status == status)
    }
    #expect(stage.told.entries.count == 4, "and nothing else")
  }

  @Test func hearsNothingOfOtherApplications() throws {
    let stage = try Stage()
    try stage.folder.decide("org.example.other", .always)
    try stage.decide(.denied)
    // The status changes before the observer is notified.
    #expect(eventually { !stage.told.entries.isEmpty })
    #expect(stage.told.entries.map(\.status) == [.denied])
  }

  @Test func hearsTheAdministrator() throws {
    let stage = try Stage()
    let policy = "etc/policy.json"
    try stage.folder.file(
      policy,
      #"{"version":1,"applications":{"org.example.weather":{"status":"authorizedAlways"}}}"#)
    #expect(eventually { stage.told.entries.last?.status == .authorizedAlways })
    try stage.folder.file(policy, #"{"version":1,"servicesEnabled":false}"#)
    #expect(eventually { stage.told.entries.last?.servicesEnabled == false })
    #expect(stage.status == .denied)
    #expect(chmod(stage.folder.path + "/" + policy, 0o666) == 0)
    #expect(eventually { stage.lines.entries.contains { $0.hasPrefix("cannot honor ") } })
    #expect(stage.status == .denied, "it forbids, whoever may have written it")
    try stage.folder.file(
      policy,
      #"{"version":1,"applications":{"org.example.weather":{"status":"authorizedAlways"}}}"#)
    #expect(eventually { stage.told.entries.last?.status == .authorizedAlways })
    #expect(chmod(stage.folder.path + "/" + policy, 0o666) == 0)
    #expect(eventually { stage.status == .notDetermined }, "it allows nothing any more")
    try FileManager.default.removeItem(atPath: stage.folder.path + "/etc")
    try stage.folder.file(
      policy, #"{"version":1,"applications":{"org.example.weather":{"status":"restricted"}}}"#)
    #expect(eventually { stage.status == .restricted }, "in a directory made anew")
  }

  @Test func authorizesNothingByADamagedFile() throws {
    let stage = try Stage()
    try stage.decide(.always)
    #expect(eventually { stage.status == .authorizedAlways })
    try stage.folder.file("config/authorization.json", "{")
    #expect(eventually { stage.status == .notDetermined })
    stage.center.requestWhenInUse()
    #expect(!stage.center.authorization.isBeingAsked)
    #expect(
      eventually {
        stage.lines.entries.contains { $0.contains("authorization.json: it is damaged") }
      })
    #expect(try stage.folder.text("config/authorization.json") == "{")
  }

  @Test func authorizesNothingByADamagedPolicy() throws {
    let folder = try ScratchFolder()
    try folder.decide(Stage.application, .always)
    try folder.file("etc/policy.json", #"{"version":1,"servicesEnabled":f"#)
    let stage = try Stage(folder)
    #expect(stage.status == .notDetermined)
    #expect(
      eventually { stage.lines.entries.contains { $0.contains("policy.json: it is damaged") } })
  }

  // MARK: Foreground

  @Test func asksWhenItComesIntoTheForeground() throws {
    let stage = try Stage(processState: .background)
    stage.center.requestWhenInUse()
    #expect(eventually { !stage.lines.entries.isEmpty })
    #expect(stage.asker.kinds.isEmpty)
    stage.go(.foreground)
    #expect(
      eventually { stage.asker.kinds == [.permission(forAlways: false)] }, "nobody has called it")
  }

  @Test func logsTheCommandWithoutATerminal() throws {
    let stage = try Stage(processState: .nowhere)
    stage.center.requestWhenInUse()
    #expect(
      eventually {
        stage.lines.entries.contains { $0.contains("gps authorize allow org.example.weather") }
      })
    #expect(stage.status == .notDetermined && stage.asker.kinds.isEmpty)
    try stage.decide(.whenInUse)
    #expect(eventually { stage.status == .authorizedWhenInUse })
  }

  @Test func endsOnceInTheBackground() throws {
    let stage = try Stage()
    stage.center.requestWhenInUse()
    #expect(stage.asker.answer(.chosen(.allowOnce)))
    #expect(eventually { stage.status == .authorizedWhenInUse })
    stage.go(.background)
    #expect(eventually { stage.told.entries.last?.status == .notDetermined })
  }

  @Test func obeysTheApplicationsOwnWord() throws {
    let stage = try Stage(processState: .nowhere)
    #expect(!stage.center.authorization.isInUse)
    stage.center.setInUse(true)
    #expect(stage.center.authorization.isInUse)
    stage.center.requestWhenInUse()
    #expect(stage.asker.answer(.chosen(.allowOnce)))
    #expect(eventually { stage.status == .authorizedWhenInUse })
    stage.center.setInUse(nil)
    #expect(stage.status == .notDetermined)
  }

  // MARK: Requests that are answered

  @Test func answersRequestsForFullAccuracy() throws {
    let stage = try Stage()
    let results = Journal<TemporaryAccuracyError?>()
    try stage.decide(Decision(.authorizedWhenInUse, accuracy: .reduced))
    #expect(eventually { stage.center.authorization.accuracy == .reduced })
    stage.center.requestTemporaryFullAccuracy(purposeKey: "none") { results.append($0) }
    stage.center.requestTemporaryFullAccuracy(purposeKey: "route") { results.append($0) }
    #expect(stage.asker.answer(.chosen(.allowOnce)))
    #expect(eventually { results.entries.count == 2 })
    #expect(results.entries == [.unknownPurposeKey("none"), nil])
    #expect(stage.center.authorization.accuracy == .full)
  }

  @Test func settlesWhatNeedsAlways() throws {
    let stage = try Stage(processState: .background)
    let results = Journal<Bool>()
    try stage.decide(.provisional)
    #expect(eventually { stage.status == .authorizedAlways })
    stage.center.alwaysNeeded { results.append($0) }
    stage.go(.foreground)
    #expect(stage.asker.answer(.chosen(.changeToAlways)))
    #expect(eventually { results.entries == [true] })
    #expect(try eventually { try stage.kept()?.isProvisional == false })
  }

  // MARK: Deinitialization

  @Test func takesItsQuestionAwayWhenItEnds() throws {
    var stage: Stage? = try Stage()
    let asker = try #require(stage?.asker)
    stage?.center.requestWhenInUse()
    #expect(eventually { asker.kinds.count == 1 })
    stage = nil
    #expect(eventually { asker.withdrawn == 1 })
  }
}
