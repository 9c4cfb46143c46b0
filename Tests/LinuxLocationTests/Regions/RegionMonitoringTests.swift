// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct RegionMonitoringTests {
  private func region(_ identifier: String, radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(center: TestLocations.origin, radius: radius, identifier: identifier)
  }

  /// Stays `north` meters north of the origin for a minute.
  private func stay(_ north: Double, from start: Double, _ story: inout EngineStory) {
    for second in stride(from: start, through: start + 60, by: 5) {
      story.receive(TestLocations.location(north: north, after: second))
    }
  }

  @Test func tellsCrossingsToAllManagersAndNotWhereItBegins() {
    var story = EngineStory()
    let (one, two) = (story.manager(), story.manager())
    story.state.startMonitoring(region("home"), by: one, into: &story.effects)
    stay(0, from: 0, &story)
    #expect(story.delivered(to: one) == ["monitoring home"])
    stay(500, from: 100, &story)
    stay(0, from: 200, &story)
    #expect(
      story.delivered(to: two) == ["exited home", "outside home", "entered home", "inside home"])
  }

  @Test func tellsOnlyWhatARegionWishes() {
    var story = EngineStory()
    let manager = story.manager()
    let quiet = region("quiet")
    quiet.notifyOnExit = false
    story.state.startMonitoring(quiet, by: manager, into: &story.effects)
    stay(0, from: 0, &story)
    stay(500, from: 100, &story)
    stay(0, from: 200, &story)
    let told = story.delivered(to: manager)
    #expect(told.contains("entered quiet"))
    #expect(!told.contains("exited quiet"))
  }

  @Test func twentyRegionsAndNoMore() {
    var story = EngineStory()
    let manager = story.manager()
    for number in 1...21 {
      story.state.startMonitoring(region("\(number)"), by: manager, into: &story.effects)
    }
    let told = story.delivered(to: manager)
    #expect(told.count == 21)
    #expect(told.last == "not monitoring 21: regionMonitoringFailure")
    // A region with the same identifier is replaced.
    story.state.startMonitoring(region("7", radius: 50), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager) == ["monitoring 7"])
    #expect(story.state.regions.region("7")?.radius == 50)
    story.state.stopMonitoring("1", into: &story.effects)
    story.state.startMonitoring(region("21"), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager) == ["monitoring 21"])
  }

  @Test func refusesWhatIsNoCircle() {
    let cases: [(why: String, region: CLRegion)] = [
      ("no radius", region("a", radius: 0)),
      ("negative", region("a", radius: -5)),
      ("radius NaN", region("a", radius: .nan)),
      ("beyond the largest radius", region("a", radius: 2_128_001)),
      ("no identifier", region("")),
      (
        "no place",
        CLCircularRegion(center: kCLLocationCoordinate2DInvalid, radius: 5, identifier: "a")
      ),
      ("a beacon", CLBeaconRegion(uuid: UUID(), identifier: "a")),
    ]
    for (why, region) in cases {
      var story = EngineStory()
      let manager = story.manager()
      story.state.startMonitoring(region, by: manager, into: &story.effects)
      #expect(
        story.delivered(to: manager) == [
          "not monitoring \(region.identifier): regionMonitoringFailure"
        ],
        Comment(rawValue: why))
      #expect(story.state.regions.isEmpty, Comment(rawValue: why))
    }
  }

  @Test(
    arguments: [CLAuthorizationStatus.denied, .restricted])
  func needsToBeAllowed(status: CLAuthorizationStatus) {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager) == ["not monitoring home: regionMonitoringDenied"])
    #expect(!story.state.needsReceiver)
  }

  @Test(
    arguments: [
      ("when in use: nothing in the background", .authorizedWhenInUse, []),
      ("always: as ever", .authorizedAlways, ["exited home", "outside home"]),
    ] as [(String, CLAuthorizationStatus, [String])])
  func inTheBackground(why: String, status: CLAuthorizationStatus, told: [String]) {
    var story = EngineStory(status)
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    stay(0, from: 0, &story)
    #expect(story.delivered(to: manager) == ["monitoring home"])
    story.permit { $0.isInUse = false }
    #expect(story.state.needsReceiver == (status == .authorizedAlways))
    stay(500, from: 100, &story)
    story.state.settleAlways(true, into: &story.effects)
    #expect(story.delivered(to: manager) == told, "\(why)")
    // Once in use again, a crossing that happened meanwhile is reported.
    story.permit { $0.isInUse = true }
    stay(500, from: 200, &story)
    #expect(
      story.delivered(to: manager) == (told.isEmpty ? ["exited home", "outside home"] : []),
      "\(why)")
  }

  @Test func aRegionOfTheBackgroundIsMonitoredOnceInUse() {
    var story = EngineStory(.authorizedWhenInUse)
    let manager = story.manager()
    story.permit { $0.isInUse = false }
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager) == ["monitoring home"])
    story.permit { $0.isInUse = true }
    stay(0, from: 0, &story)
    stay(500, from: 100, &story)
    #expect(story.delivered(to: manager) == ["exited home", "outside home"])
  }

  @Test func waitsForAnAnswer() {
    var story = EngineStory(.notDetermined)
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    #expect(story.state.monitoredRegions.map(\.identifier) == ["home"])
    story.permit { $0.status = .authorizedAlways }
    #expect(story.delivered(to: manager) == ["authorization", "monitoring home"])
    #expect(story.state.needsReceiver)
  }

  @Test func reducedAccuracyKnowsNoRegions() {
    var story = EngineStory()
    story.permit { $0.accuracy = .reducedAccuracy }
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    #expect(story.delivered(to: manager).last == "not monitoring home: regionMonitoringDenied")
  }

  @Test func whatIsKeptGoesOnWhereItWas() throws {
    var story = EngineStory()
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    stay(0, from: 0, &story)
    let archive = try JSONEncoder().encode(story.state.regions.stored)

    var later = EngineStory()
    later.state.regions.stored = try JSONDecoder().decode(
      [RegionMonitor.Stored].self, from: archive)
    let heir = later.manager()
    stay(500, from: 1000, &later)
    #expect(later.delivered(to: heir) == ["exited home", "outside home"])
  }

  @Test func theFileIsWrittenAndFoundByTheNextEngine() async throws {
    let scratch = try ScratchFolder()
    let directory = StateDirectory(root: scratch.url, application: "org.example/test app")
    let (engine, diary) = (LocationEngine(directory: directory), Diary())
    let manager = CLLocationManager(engine: engine)
    manager.delegate = diary
    manager.startMonitoring(for: region("home"))
    #expect(await diary.has(2))
    let file = directory.file("regions", "regions")
    #expect(await eventually { FileManager.default.fileExists(atPath: file.url.path) })
    let next = CLLocationManager(engine: LocationEngine(directory: directory))
    #expect(next.monitoredRegions == manager.monitoredRegions)
    #expect(next.monitoredRegions.first?.identifier == "home")
  }

  @Test func aCrossingIsDeliveredOnceItIsKept() {
    var story = EngineStory()
    story.state = EngineState(
      permission: Permission(status: .authorizedAlways), isReplay: false, storesRegions: true)
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    story.state.regionsStored(story.state.regions.revision, into: &story.effects)
    stay(0, from: 0, &story)
    #expect(story.delivered(to: manager) == ["monitoring home"])
    let before = story.state.regions.revision
    story.state.regionsStored(before, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    stay(500, from: 100, &story)
    // What has been written so far is older than this crossing.
    story.state.regionsStored(before, into: &story.effects)
    #expect(story.delivered(to: manager) == [])
    story.state.regionsStored(story.state.regions.revision, into: &story.effects)
    #expect(story.delivered(to: manager) == ["exited home", "outside home"])
  }

  @Test func noCrossingArrivesOnceMonitoringIsStopped() {
    var story = EngineStory()
    story.state = EngineState(
      permission: Permission(status: .authorizedAlways), isReplay: false, storesRegions: true)
    let manager = story.manager()
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    stay(0, from: 0, &story)
    story.state.regionsStored(story.state.regions.revision, into: &story.effects)
    _ = story.performed()
    // Not stored yet.
    stay(500, from: 100, &story)
    story.state.stopMonitoring("home", into: &story.effects)
    story.state.startMonitoring(region("home"), by: manager, into: &story.effects)
    story.state.regionsStored(story.state.regions.revision, into: &story.effects)
    #expect(story.delivered(to: manager) == ["monitoring home"])
    // In the manager's queue already.
    stay(500, from: 200, &story)
    stay(0, from: 300, &story)
    story.state.regionsStored(story.state.regions.revision, into: &story.effects)
    story.state.requestState(of: region("home"), for: manager, at: story.now, into: &story.effects)
    let queued = story.performed().deliveries
    #expect(queued.contains { if case .entered = $0.callback { true } else { false } })
    // Another circle in its place does not change that the edge of the first was crossed.
    story.state.startMonitoring(region("home", radius: 50), by: manager, into: &story.effects)
    #expect(queued.allSatisfy { story.state.accepts($0) })
    story.state.stopMonitoring("home", into: &story.effects)
    let remaining = queued.filter { story.state.accepts($0) }.map(\.callback)
    // The answer to the request is no event of the monitoring.
    #expect(remaining.count == 1)
    if case .state(.inside, _)? = remaining.first {} else { Issue.record("\(remaining)") }
  }

  /// An application may end as soon as it is notified, so the state for the next launch is stored first.
  @Test func theDiskIsNeverBehindTheDelegate() async throws {
    let scratch = try ScratchFolder()
    let directory = StateDirectory(root: scratch.url, application: "org.example.app")
    let (engine, diary) = (LocationEngine(directory: directory), Diary())
    let manager = CLLocationManager(engine: engine)
    manager.delegate = diary
    let found = Mutex<[[Int]]>([])
    diary.onRegion = {
      let kept = try? directory.file("regions", "regions").read([RegionMonitor.Stored].self)
      found.withLock { $0.append((kept ?? []).map(\.state)) }
    }
    manager.startMonitoring(for: region("home"))
    for (start, north) in [(0.0, 0.0), (100, 500), (200, 0)] {
      for second in stride(from: start, through: start + 60, by: 5) {
        engine.receive(TestLocations.location(north: north, after: second))
      }
    }
    #expect(await diary.has(4))
    #expect(diary.words.suffix(2) == ["exited home", "entered home"])
    // When the exit is delivered, the entry may be stored already; the state before the exit is never found then.
    let states = found.withLock { $0 }
    #expect(states.count == 2)
    #expect(states.last == [CLRegionState.inside.rawValue])
  }

  @Test func aDamagedFileIsLeftAsItIs() throws {
    let scratch = try ScratchFolder()
    let directory = StateDirectory(root: scratch.url, application: "app")
    let file = directory.file("regions", "regions")
    try FileManager.default.createDirectory(
      at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("[{".utf8).write(to: file.url)
    let manager = CLLocationManager(engine: LocationEngine(directory: directory))
    manager.startMonitoring(for: region("home"))
    #expect(manager.monitoredRegions.count == 1)
    #expect(try Data(contentsOf: file.url) == Data("[{".utf8))
  }
}
