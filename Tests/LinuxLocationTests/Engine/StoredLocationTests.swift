// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationAuthorization
import NMEA0183
import TestSupport
import Testing

@testable import LinuxLocation

@Suite final class StoredLocationTests {
  private let scratch: ScratchFolder
  private var directory: StateDirectory {
    StateDirectory(root: scratch.url, application: "org.example.app")
  }
  private var another: StateDirectory {
    StateDirectory(root: scratch.url, application: "org.example.another")
  }

  init() throws { scratch = try ScratchFolder() }

  private func keep(_ location: CLLocation) async throws {
    let engine = LocationEngine(directory: directory)
    engine.receive(location)
    let file = directory.sharedFile("last-location").url
    #expect(await eventually { FileManager.default.fileExists(atPath: file.path) })
  }

  @Test func theNextLaunchKnowsIt() async throws {
    try await keep(TestLocations.location(north: 10, after: 5, accuracy: 7))
    let engine = LocationEngine(directory: another)
    let location = try #require(CLLocationManager(engine: engine).location)
    #expect(location.timestamp == TestLocations.start + 5)
    #expect(location.coordinate.latitude == TestLocations.coordinate(north: 10).latitude)
    #expect(location.horizontalAccuracy == 7)
    // Updates do not begin with it, however recent it is.
    let manager = CLLocationManager(engine: engine)
    let diary = Diary()
    manager.delegate = diary
    manager.startUpdatingLocation()
    engine.receive(TestLocations.location(after: 60))
    #expect(await diary.has(2))
    #expect(diary.words == ["authorization 3", "at 60"])
  }

  @Test(
    arguments: [
      ("not permitted", Permission(status: .denied), nil),
      ("nobody was asked", Permission(status: .notDetermined), nil),
      ("a cell only", Permission(status: .authorizedAlways, accuracy: .reducedAccuracy), 3600),
    ] as [(String, Permission, Double?)])
  func isKnownAsFarAsThatIsPermitted(why: String, permission: Permission, accuracy: Double?)
    async throws
  {
    try await keep(TestLocations.location(after: 5))
    let engine = LocationEngine(
      QuietSource(), TestAuthorizer(permission), directory: directory)
    #expect(CLLocationManager(engine: engine).location?.horizontalAccuracy == accuracy, "\(why)")
  }

  @Test func numbersInAFileThatNothingMeasuresAreUnknown() throws {
    let text = #"""
      {"time":-9223372036854775808,"latitude":47.5,"longitude":9.7,"altitude":1e300,\#
      "horizontalAccuracy":2e19,"verticalAccuracy":2e19,"speed":1e300,"course":-1e300}
      """#
    let stored = try JSONDecoder().decode(StoredLocation.self, from: Data(text.utf8))
    let fix = try #require(stored.fix)
    #expect(fix == Fix(time: FixTime(nanosecondsSince1970: .min), latitude: 47.5, longitude: 9.7))
  }

  @Test func aRecordingNeitherKeepsNorKnowsIt() async throws {
    var replay = EngineStory(isReplay: true)
    replay.receive(TestLocations.location(after: 5))
    #expect(replay.performed().location == nil)
    try await keep(TestLocations.location(after: 5))
    let engine = LocationEngine(QuietSource(isReplay: true), directory: directory)
    #expect(CLLocationManager(engine: engine).location == nil)
  }

  @Test func isKeptEveryMinuteAndAtTheEnd() {
    var story = EngineStory()
    var kept: [Int] = []
    for second in 0...130 {
      story.now += .seconds(1)
      story.receive(TestLocations.location(after: Double(second)))
      if story.performed().location != nil { kept.append(second) }
    }
    #expect(kept == [0, 60, 120])
    story.state.forgetSource()
    #expect(story.performed().location?.time == 1_700_000_130_000_000_000)
    #expect(story.performed().location == nil)
  }

  @Test func whatAReceiverMakesUpIsNotKept() {
    var fix = TestLocations.fix(TestLocations.location())
    fix.horizontalAccuracySource = .pseudorangeStatistics
    (fix.altitude, fix.verticalAccuracy, fix.verticalAccuracySource) = (500, 9, .assumed)
    #expect(StoredLocation(fix)?.fix == fix)
    fix.quality = .simulated
    #expect(StoredLocation(fix) == nil)
  }

  @Test(arguments: ["{", "[]", #"{"time":1,"latitude":91,"longitude":0}"#])
  func whatIsDamagedIsNotKnown(text: String) throws {
    try Data(text.utf8).write(to: directory.sharedFile("last-location").url)
    #expect(CLLocationManager(engine: LocationEngine(directory: directory)).location == nil)
  }
}
