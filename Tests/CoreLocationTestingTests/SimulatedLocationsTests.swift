// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocationTesting
import Foundation
import LinuxLocation
import TestSupport
import Testing

/// Tests that all run concurrently in this process.
@Suite(.timeLimit(.minutes(1))) struct SimulatedLocationsTests {
  @Test func aDelegateReceivesEveryLocationInOrder() async {
    let walk = Walk.locations(1000)
    await SimulatedLocations(walk).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      #expect(diary.locations.map(\.timestamp) == walk.map(\.timestamp))
      #expect(diary.locations.map(\.coordinate.latitude) == walk.map(\.coordinate.latitude))
      #expect(diary.errors == [.locationUnknown])
    }
  }

  @Test func aLocationKeepsWhatItHasAndGainsNothing() async throws {
    let full = CLLocation(
      coordinate: Walk.origin, altitude: 421.5, horizontalAccuracy: 3, verticalAccuracy: 4,
      course: 271.25, courseAccuracy: 2, speed: 1.5, speedAccuracy: 0.25, timestamp: Walk.start)
    let bare = CLLocation(
      coordinate: Walk.origin, altitude: 0, horizontalAccuracy: 9, verticalAccuracy: -1,
      timestamp: Walk.start + 1)
    // As on a device, nobody is told one that says that it is invalid.
    let invalid = CLLocation(
      coordinate: Walk.origin, altitude: 0, horizontalAccuracy: -1, verticalAccuracy: -1,
      timestamp: Walk.start + 2)
    let received = await SimulatedLocations([full, bare, invalid]).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      return diary.locations
    }
    try #require(received.count == 2)
    #expect(received[0].altitude == 421.5 && received[0].verticalAccuracy == 4)
    #expect(received[0].course == 271.25 && received[0].courseAccuracy == 2)
    #expect(received[0].speed == 1.5 && received[0].speedAccuracy == 0.25)
    #expect(received[0].sourceInformation?.isSimulatedBySoftware == true)
    #expect(received[1].horizontalAccuracy == 9 && received[1].verticalAccuracy == -1)
    #expect(received[1].speed == -1 && received[1].course == -1)
  }

  @Test func aLoopReceivesEveryLocationHoweverSlow() async throws {
    let received = try await SimulatedLocations(Walk.locations(100)).run { _ in
      var locations: [CLLocation] = []
      for try await update in CLLocationUpdate.liveUpdates() {
        if let location = update.location { locations.append(location) }
        if locations.count.isMultiple(of: 10) { await Task.yield() }
        if locations.count == 100 { break }
      }
      return locations
    }
    #expect(received.map(\.timestamp) == Walk.locations(100).map(\.timestamp))
  }

  @Test(arguments: 0..<50) func simulationsDoNotMix(number: Int) async {
    let walk = Walk.locations(20, from: Double(number))
    await SimulatedLocations(walk).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      #expect(diary.locations.map(\.coordinate.latitude) == walk.map(\.coordinate.latitude))
    }
  }

  @Test func whatIsMadeInACallbackBelongsToTheSimulation() async {
    await SimulatedLocations(Walk.locations(20)).run { simulation in
      let (first, second) = (Diary(), Diary())
      first.onLocation = { [first] in if first.locations.count == 10 { second.start() } }
      first.start()
      await simulation.ended()
      // It begins with the tenth location, which is still recent.
      #expect(second.locations.map(\.timestamp) == Walk.locations(20)[9...].map(\.timestamp))
      first.onLocation = {}
    }
  }

  @Test func aServiceThatIsStartedAgainContinues() async {
    await SimulatedLocations(Walk.locations(4)).run { simulation in
      let diary = Diary()
      diary.onLocation = { [weak diary] in
        guard diary?.locations.count == 2 else { return }
        diary?.manager?.stopUpdatingLocation()
        diary?.manager?.startUpdatingLocation()
      }
      diary.start()
      await simulation.ended()
      // The second location is still recent, so the updates begin with it again.
      let seconds = diary.locations.map { Int($0.timestamp.timeIntervalSince(Walk.start)) }
      #expect(seconds == [0, 1, 1, 2, 3])
    }
  }

  @Test func aRegionIsEnteredAndLeft() async {
    await SimulatedLocations(Walk.locations(600)).run { simulation in
      let diary = Diary()
      diary.region = CLCircularRegion(
        center: Walk.locations(301)[300].coordinate, radius: 100, identifier: "gate")
      diary.start()
      await simulation.ended()
      #expect(diary.crossings == ["entered gate", "left gate"])
    }
  }

  @Test func aConditionIsSatisfiedAndCeasesToBe() async throws {
    try await SimulatedLocations(Walk.locations(600)).run { simulation in
      // Many tests use the same name at once, and none of the monitors is stored.
      let monitor = await CLMonitor("gate")
      #expect(await monitor.identifiers.isEmpty)
      await monitor.add(
        CLMonitor.CircularGeographicCondition(
          center: Walk.locations(301)[300].coordinate, radius: 100), identifier: "gate")
      var states: [CLMonitor.Event.State] = []
      for try await event in await monitor.events {
        states.append(event.state)
        if states.count == 3 { break }
      }
      #expect(states == [.unsatisfied, .satisfied, .unsatisfied])
    }
  }

  @Test func nothingComesWhilePausedAndNothingAfterTheRun() async {
    let diary = Diary()
    await SimulatedLocations(Walk.locations(5)).run { simulation in
      simulation.pause()
      diary.start()
      await diary.becameAuthorized()
      #expect(diary.locations.isEmpty)
    }
    await SimulatedLocations(Walk.locations(5)).run { simulation in
      let other = Diary()
      other.start()
      await simulation.ended()
      #expect(other.locations.count == 5)
    }
    #expect(diary.locations.isEmpty)
  }

  @Test func aPaceKeepsTheTimeBetweenLocations() async {
    let begin = ContinuousClock.now
    await SimulatedLocations(Walk.locations(11), pace: .times(20)).run { simulation in
      Diary().start(keeping: simulation)
      await simulation.ended()
    }
    // Ten seconds at twenty times the speed.
    #expect(ContinuousClock.now - begin >= .milliseconds(500))
  }

  @Test func datesCanBeOfNow() async throws {
    let before = Date()
    let received = await SimulatedLocations(Walk.locations(3), dates: .fromNow).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      return diary.locations
    }
    try #require(received.count == 3)
    #expect(received[0].timestamp >= before - 0.001 && received[0].timestamp <= Date())
    #expect(abs(received[2].timestamp.timeIntervalSince(received[0].timestamp) - 2) < 1e-6)
  }

  @Test func noLocationsAreAReceiverWithoutAPosition() async {
    await SimulatedLocations([]).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      #expect(diary.locations.isEmpty && diary.errors == [.locationUnknown])
    }
  }
}
