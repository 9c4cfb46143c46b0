// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocationTesting
import Foundation
import LinuxLocation
import TestSupport
import Testing

/// Three tests of one class, each of them 200 times, all at the same time: no location is lost to any of them.
///
/// They keep the main actor busy, so that the parts of a model begin one after the other with others in between.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ParallelModelTests {
  nonisolated private static let rounds = 0..<200
  private let walk = Walk.locations(40)

  private func check(_ model: TripModel, _ simulation: Simulation) async {
    await simulation.ended()
    model.stop()
    #expect(model.updates.map(\.timestamp) == walk.map(\.timestamp))
    #expect(model.locations.map(\.timestamp) == walk.map(\.timestamp))
    // 39 steps of 1.5 m.
    #expect(abs(model.totalDistance - 58.5) < 0.1)
  }

  @Test func fiftyLeaveNoDescriptors() async {
    await #expect(processExitsWith: .success) {
      @MainActor func simulate() async {
        await SimulatedLocations(Walk.locations(40)).run { simulation in
          let model = TripModel()
          model.start()
          await simulation.ended()
          model.stop()
          #expect(model.locations.count == 40)
        }
      }
      await simulate()
      let before = openDescriptors
      await withTaskGroup { group in
        for _ in 0..<50 { group.addTask { await simulate() } }
      }
      #expect(await eventually { openDescriptors <= before })
    }
  }

  @Test(arguments: rounds) func startsAtOnce(round: Int) async {
    await SimulatedLocations(walk).run { simulation in
      let model = TripModel()
      model.start()
      await check(model, simulation)
    }
  }

  @Test(arguments: rounds) func startsAfterTheAuthorizationWasReported(round: Int) async {
    await SimulatedLocations(walk, authorization: .whenInUse).run { simulation in
      let model = TripModel()
      for _ in 0..<round % 7 { await Task.yield() }
      model.start()
      await check(model, simulation)
    }
  }

  @Test(arguments: rounds) func asksBeforeItStarts(round: Int) async {
    await SimulatedLocations(walk, authorization: .notDetermined(answer: .allow)).run {
      simulation in
      let model = TripModel()
      model.start()
      // What the main actor does meanwhile must not let locations pass by the loop.
      let end = ContinuousClock.now + .microseconds(round % 5 * 200)
      while ContinuousClock.now < end {}
      await check(model, simulation)
    }
  }
}

private var openDescriptors: Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}
